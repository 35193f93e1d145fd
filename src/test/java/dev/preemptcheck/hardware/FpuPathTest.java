package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FpuPathTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 1);
    private final int image = rig.setup().memory().object("image", new int[Fpu.FNSAVE_WORDS]);
    private final int flag = rig.word("flag", 0);
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    /** Whose the registers were before each use of them. */
    private List<Integer> owners() {
        List<Integer> owners = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void fpuUsed(int cpu, int task, int owner, int how) {
                owners.add(owner);
            }
        });
        return owners;
    }

    @ParameterizedTest
    @EnumSource
    void anInstructionWithTaskSwitchedSetRaisesNmThroughTheGateAndIsMadeAnew(Gate gate) {
        rig.setup().deviceNotAvailable(gate, cpu -> {
            seen.add(cpu.interruptsEnabled() ? 1 : 0);
            cpu.fpu().clts();
            cpu.fpu().frstor(image);
        });
        rig.on(0, cpu -> {
            cpu.fpu().fld(7);
            cpu.fpu().fnsave(image);
            cpu.fpu().stts();
            seen.add(cpu.userFpu().fstp());
            seen.add(cpu.interruptsEnabled() ? 1 : 0);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(gate == Gate.TRAP ? 1 : 0, 7, 1);
        assertThat(rig.log).contains("cpu0 fault %fpu0=1").anyMatch(line -> line.startsWith("cpu0 fpusave image="));
    }

    @Test
    void mmxInTheKernelTakesTheRegistersOfTheProgram() {
        List<Integer> owners = owners();
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().movqIn(7, 1);
            cpu.fpu().emms();
            seen.add(cpu.userFpu().fstp());
        });
        rig.run(Quiet.INSTANCE);
        assertThat(owners.subList(0, 2)).containsExactly(-1, 1);
        assertThat(seen).doesNotContain(7);
    }

    @Test
    void anImageKeepsItsOwnerThroughMemory() {
        List<Integer> owners = owners();
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().fxsave(image);
            cpu.fpu().movqIn(0, 1);
            cpu.fpu().fxrstor(image);
            seen.add(cpu.userFpu().fstp());
        });
        rig.run(Quiet.INSTANCE);
        assertThat(owners).containsExactly(-1, 1, 1, 1, 1);
        assertThat(seen).containsExactly(7);
    }

    @Test
    void withoutAHandlerNmIsABug() {
        List<String> bugs = rig.bugs();
        rig.on(0, cpu -> {
            cpu.fpu().stts();
            cpu.fpu().fninit();
            cpu.store(flag, 1);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(bugs).containsExactly("device-not-available");
        assertThat(rig.peek(flag)).isZero();
    }

    /** What was found at each use, of {@link FpuUse}'s bits. */
    private List<Integer> uses() {
        List<Integer> uses = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void fpuUsed(int cpu, int task, int owner, int how) {
                uses.add(how);
            }
        });
        return uses;
    }

    @Test
    void anImageThatWasStoredBeforeTheProgramWentOnIsNotItsLatest() {
        List<Integer> uses = uses();
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().fxsave(image);
            cpu.userFpu().fld(8);
            cpu.fpu().fxrstor(image);
            cpu.userFpu().fstp();
        });
        rig.run(Quiet.INSTANCE);
        assertThat(uses)
                .containsExactly(
                        FpuUse.USER | FpuUse.WRITE,
                        0,
                        FpuUse.USER | FpuUse.WRITE,
                        FpuUse.WRITE,
                        FpuUse.USER | FpuUse.READ | FpuUse.ELSEWHERE);
    }

    @Test
    void aProgramThatGivesItsStateUpMissesNothing() {
        List<Integer> uses = uses();
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().fninit();
            cpu.fpuStateBecomes(0);
            cpu.userFpu().fld(8);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(uses.get(2)).isEqualTo(FpuUse.USER | FpuUse.WRITE);
    }

    @Test
    void aCopyOfAnImageIsAnImage() {
        int copy = rig.setup().memory().object("copy", new int[Fpu.FNSAVE_WORDS]);
        List<Integer> uses = uses();
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().fxsave(image);
            cpu.fpuImageCopied(image, copy);
            cpu.userFpu().fld(8);
            cpu.fpuImageCopied(copy, image);
            cpu.fpuStateBecomes(image);
            cpu.fpu().fxrstor(image);
            cpu.userFpu().fstp();
        });
        rig.run(Quiet.INSTANCE);
        int copied = FpuUse.USER | FpuUse.READ;
        assertThat(uses.get(2)).isEqualTo(copied);
        assertThat(uses.get(4)).isEqualTo(copied | FpuUse.ELSEWHERE);
        assertThat(uses.get(6)).isEqualTo(copied);
    }

    @Test
    void waitingForTheUnitTrapsAsItsOtherInstructionsDo() {
        rig.setup().deviceNotAvailable(Gate.TRAP, cpu -> {
            seen.add(1);
            cpu.fpu().clts();
        });
        rig.on(0, cpu -> {
            cpu.fpu().stts();
            cpu.fpu().fwait();
            cpu.fpu().fwait();
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(1);
    }
}
