package dev.preemptcheck.hardware.fpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FpuUnitTest {
    private static final int INVALID_UNMASKED = FpuUnit.CONTROL_INITIAL & ~1;
    private static final int STACK_FAULT_FLAGS = 0x41;

    private final FpuUnit fpu = new FpuUnit();
    private final int[] image = new int[ImageFormat.FNSAVE.words() + 1];

    static List<Consumer<FpuUnit>> instructions() {
        int[] image = new int[16];
        return List.of(
                FpuUnit::fninit,
                FpuUnit::fnclex,
                fpu -> fpu.fldcw(0),
                fpu -> fpu.fld(1),
                FpuUnit::fst,
                FpuUnit::fstp,
                fpu -> fpu.movqIn(0, 1),
                fpu -> fpu.movqOut(0),
                FpuUnit::emms,
                fpu -> fpu.fnsave(image, 0),
                fpu -> fpu.fxsave(image, 0),
                fpu -> fpu.frstor(image, 0),
                fpu -> fpu.fxrstor(image, 0));
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void noInstructionExecutesWithTsSet(Consumer<FpuUnit> instruction) {
        fpu.stts();
        long before = fpu.digest();
        assertThat(fpu.wouldTrap()).isTrue();
        assertThatThrownBy(() -> instruction.accept(fpu)).hasMessageContaining("#NM");
        assertThat(fpu.digest()).isEqualTo(before);
        fpu.clts();
        assertThat(fpu.wouldTrap()).isFalse();
        instruction.accept(fpu);
    }

    @Test
    void theRegistersAreAStack() {
        fpu.fld(1);
        fpu.fld(2);
        assertThat(fpu.top()).isEqualTo(6);
        assertThat(fpu.fst()).isEqualTo(2);
        assertThat(fpu.fstp()).isEqualTo(2);
        assertThat(fpu.fstp()).isEqualTo(1);
        assertThat(fpu.valid()).isZero();
        assertThat(fpu.top()).isZero();
        assertThat(fpu.status()).isZero();
    }

    @Test
    void aMaskedStackFaultGivesTheIndefiniteValue() {
        assertThat(fpu.fstp()).isEqualTo(FpuUnit.INDEFINITE);
        assertThat(fpu.top()).isEqualTo(1);
        fpu.fninit();
        for (int i = 0; i < 9; i++) {
            fpu.fld(i);
        }
        assertThat(fpu.status() & 0xFF).isEqualTo(STACK_FAULT_FLAGS);
        assertThat(fpu.fstp()).isEqualTo(FpuUnit.INDEFINITE);
        assertThat(fpu.fstp()).isEqualTo(7);
        assertThat(fpu.exceptionPending()).isFalse();
    }

    @Test
    void anUnmaskedStackFaultChangesNoRegisterAndStaysPending() {
        fpu.fldcw(INVALID_UNMASKED);
        fpu.fstp();
        assertThat(fpu.top()).isZero();
        assertThat(fpu.exceptionPending()).isTrue();
        fpu.fnclex();
        assertThat(fpu.status()).isZero();
        for (int i = 0; i < 9; i++) {
            fpu.fld(i);
        }
        assertThat(fpu.exceptionPending()).isTrue();
        assertThat(fpu.fst()).as("not pushed").isEqualTo(7);
        fpu.fnclex();
        assertThat(fpu.top()).as("fnclex keeps the stack").isZero();
        assertThat(fpu.valid()).isEqualTo(0xFF);
        assertThat(fpu.exceptionPending()).isFalse();
    }

    @Test
    void unmaskingMakesAnEarlierExceptionPending() {
        fpu.fst();
        assertThat(fpu.exceptionPending()).isFalse();
        fpu.fldcw(INVALID_UNMASKED);
        assertThat(fpu.exceptionPending()).isTrue();
        fpu.fldcw(FpuUnit.CONTROL_INITIAL);
        assertThat(fpu.exceptionPending()).isFalse();
    }

    @Test
    void fxsaveKeepsAPendingExceptionForTheNextTask() {
        fpu.fldcw(INVALID_UNMASKED);
        fpu.fst();
        fpu.fxsave(image, 0);
        assertThat(fpu.exceptionPending()).isTrue();
        fpu.fnclex();
        assertThat(fpu.exceptionPending()).isFalse();
        fpu.fxrstor(image, 0);
        assertThat(fpu.exceptionPending()).as("and for its owner").isTrue();
    }

    @Test
    void anMmxReadMarksAllRegistersAsValid() {
        fpu.fld(5);
        fpu.movqIn(3, 9);
        assertThat(fpu.movqOut(7)).as("what fld left in register 7").isEqualTo(5);
        assertThat(fpu.valid()).isEqualTo(0xFF);
        assertThat(fpu.top()).isZero();
        fpu.emms();
        assertThat(fpu.valid()).isZero();
        assertThat(fpu.movqOut(3)).isEqualTo(9);
    }

    @Test
    void theImagesHaveTheirWordsInTheirPlaces() {
        fpu.fldcw(INVALID_UNMASKED);
        fpu.fld(10);
        fpu.fld(20);
        fpu.fxsave(image, 1);
        assertThat(image).startsWith(0, 6 << 27 | INVALID_UNMASKED, 0b1100_0000, 20, 10);
        fpu.fnsave(image, 0);
        assertThat(image).startsWith(INVALID_UNMASKED, 6 << 11, 0x0FFF, 20, 10);
        assertThat(ImageFormat.FXSAVE.words()).isEqualTo(10);
        assertThat(ImageFormat.FNSAVE.words()).isEqualTo(11);
    }

    @Test
    void anImageLoadedInTheOtherFormatIsGarbage() {
        fpu.fld(10);
        fpu.fxsave(image, 0);
        fpu.frstor(image, 0);
        assertThat(fpu.top()).isNotEqualTo(7);
        assertThat(fpu.fst()).isNotEqualTo(10);
    }

    @Test
    void emptyingTheUnitLeavesItNobodys() {
        fpu.ownedBy(3);
        fpu.fxsave(image, 0);
        assertThat(fpu.owner()).isEqualTo(3);
        fpu.fnsave(image, 0);
        assertThat(fpu.owner()).isEqualTo(FpuUnit.NOBODY);
        fpu.ownedBy(3);
        fpu.fninit();
        assertThat(fpu.owner()).isEqualTo(FpuUnit.NOBODY);
    }

    @Test
    void everyPartOfTheStateIsInTheDigest() {
        long boot = fpu.digest();
        List<Long> digests = new ArrayList<>(List.of(boot));
        List<Runnable> moves = List.of(
                () -> fpu.fldcw(0),
                () -> fpu.fld(1),
                () -> fpu.fld(1),
                fpu::emms,
                () -> fpu.movqIn(2, 1),
                () -> fpu.movqIn(3, 1),
                () -> fpu.ownedBy(0),
                () -> fpu.ownedBy(1),
                fpu::stts);
        for (Runnable move : moves) {
            move.run();
            digests.add(fpu.digest());
        }
        assertThat(digests).doesNotHaveDuplicates();
        fpu.reset();
        assertThat(fpu.digest()).isEqualTo(boot);
    }

    @Test
    void hiddenContentsOfEmptyRegistersAreStateToo() {
        fpu.fninit();
        long before = fpu.digest();
        fpu.fld(1);
        fpu.fninit();
        assertThat(fpu.digest()).as("an MMX read would show it").isNotEqualTo(before);
    }
}
