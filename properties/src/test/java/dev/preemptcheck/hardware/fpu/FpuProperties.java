package dev.preemptcheck.hardware.fpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.fpu.LazyKernel.Fault;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** The unit moves contents faithfully, and a task that shares it lazily can't tell. */
final class FpuProperties {
    private static final int TASKS = 3;
    private static final int AT = 2;

    @Property
    void whatIsReadIsWhatTheReferenceReads(@ForAll("moves") List<FpuMove> moves) {
        FpuUnit unit = new FpuUnit();
        ReferenceFpu reference = new ReferenceFpu();
        for (FpuMove move : moves) {
            assertThat(move.on(unit)).as("read by %s", move).isEqualTo(reference.execute(move));
            assertThat(unit.exceptionPending()).as("pending after %s", move).isEqualTo(reference.exceptionPending());
        }
    }

    @Property
    void saveThenRestoreIsTheIdentity(
            @ForAll("moves") List<FpuMove> past,
            @ForAll("moves") List<FpuMove> between,
            @ForAll("moves") List<FpuMove> future,
            @ForAll ImageFormat format) {
        FpuUnit saved = unit(past);
        int[] image = new int[AT + format.words()];
        if (format == ImageFormat.FNSAVE) {
            saved.fnsave(image, AT);
        } else {
            saved.fxsave(image, AT);
        }
        between.forEach(move -> move.on(saved));
        if (format == ImageFormat.FNSAVE) {
            saved.frstor(image, AT);
        } else {
            saved.fxrstor(image, AT);
        }
        FpuUnit untouched = unit(past);
        assertThat(saved.digest()).isEqualTo(untouched.digest());
        assertThat(story(saved, future)).isEqualTo(story(untouched, future));
    }

    @Property
    void fnsaveLeavesAnInitialisedUnitAndFxsaveWhatItFound(@ForAll("moves") List<FpuMove> past) {
        int[] image = new int[ImageFormat.FNSAVE.words()];
        FpuUnit stored = unit(past);
        stored.fxsave(image, 0);
        assertThat(stored.digest()).isEqualTo(unit(past).digest());
        stored.fnsave(image, 0);
        assertThat(stored.valid()).isZero();
        assertThat(stored.status()).isZero();
        assertThat(stored.control()).isEqualTo(FpuUnit.CONTROL_INITIAL);
        FpuUnit initialised = unit(past);
        initialised.fninit();
        assertThat(stored.digest()).isEqualTo(initialised.digest());
    }

    /** Through the stack, not through MMX reads: register i is ST(i), because MMX sets top to 0. */
    @Property
    void mmxWritesThroughToTheStack(
            @ForAll("moves") List<FpuMove> past, @ForAll @IntRange(max = 7) int mm, @ForAll int value) {
        FpuUnit unit = unit(past);
        unit.fninit();
        unit.movqIn(mm, value);
        for (int i = 0; i < mm; i++) {
            unit.fstp();
        }
        assertThat(unit.fst()).isEqualTo(value);
        assertThat(unit.status() & 0xFF).as("no stack fault").isZero();
        unit.emms();
        assertThat(unit.fst()).isEqualTo(FpuUnit.INDEFINITE);
    }

    @Property
    void aTaskSeesTheUnitAsItsOwnUnderALazyKernel(@ForAll("lives") List<Event> events, @ForAll ImageFormat format) {
        LazyKernel kernel = new LazyKernel(TASKS, format, Fault.NONE);
        for (Event event : events) {
            assertThat(event.happensIn(kernel)).as("undisturbed in %s", event).isTrue();
            assertThat(kernel.invariant()).as("INV-FPU after %s", event).isTrue();
        }
    }

    /** The law above sees each fault: a value that only the first task has is gone when it looks again. */
    @Property
    void aKernelThatForgetsAStepLosesAValue(
            @ForAll("faults") Fault fault, @ForAll("moves") List<FpuMove> past, @ForAll ImageFormat format) {
        LazyKernel kernel = new LazyKernel(TASKS, format, fault);
        past.forEach(kernel::user);
        kernel.user(new FpuMove(FpuMove.Kind.FNINIT, 0, 0));
        kernel.user(new FpuMove(FpuMove.Kind.FLD, 0, 2001));
        boolean invariant = true;
        if (fault.name().startsWith("SECTION")) {
            kernel.mmxSection(3001);
            invariant = kernel.invariant();
        } else {
            kernel.switchTo(1);
            invariant = kernel.invariant();
            kernel.user(new FpuMove(FpuMove.Kind.FLD, 0, 4001));
            kernel.switchTo(0);
        }
        boolean same = kernel.user(new FpuMove(FpuMove.Kind.FSTP, 0, 0));
        assertThat(same).isFalse();
        assertThat(invariant).as("INV-FPU").isEqualTo(fault == Fault.SWITCH_WITHOUT_SAVE);
    }

    /** Something that happens on the processor: an instruction of the running task, a switch, or a kernel section. */
    record Event(FpuMove move, int next, boolean section) {
        boolean happensIn(LazyKernel kernel) {
            if (section) {
                return kernel.mmxSection(5000 + move.value());
            }
            if (next < TASKS) {
                kernel.switchTo(next);
                return true;
            }
            return kernel.user(move);
        }
    }

    private static FpuUnit unit(List<FpuMove> past) {
        FpuUnit unit = new FpuUnit();
        past.forEach(move -> move.on(unit));
        return unit;
    }

    private static List<Integer> story(FpuUnit unit, List<FpuMove> future) {
        List<Integer> story = new ArrayList<>();
        for (FpuMove move : future) {
            story.add(move.on(unit));
            story.add(unit.status());
            story.add(unit.valid());
        }
        return story;
    }

    @Provide
    Arbitrary<List<FpuMove>> moves() {
        return FpuMove.any().list().ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<Event>> lives() {
        Arbitrary<Integer> next = Arbitraries.integers().between(0, 2 * TASKS);
        Arbitrary<Boolean> section = Arbitraries.frequency(Tuple.of(1, true), Tuple.of(6, false));
        return Combinators.combine(FpuMove.any(), next, section)
                .as(Event::new)
                .withoutEdgeCases()
                .list()
                .ofMaxSize(60);
    }

    @Provide
    Arbitrary<Fault> faults() {
        return Arbitraries.of(Fault.class).filter(fault -> fault != Fault.NONE);
    }
}
