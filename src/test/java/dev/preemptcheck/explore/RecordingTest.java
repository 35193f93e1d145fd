package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a recording says of each step: the functions as that kernel has them, the interrupt flag, and simulated time. Code of
 * tests has no place in call chains.
 */
final class RecordingTest {

    /** Takes two locks, one with interrupts off; each access to {@code data} is one to memory. */
    private record Locking(KernelConfig config) implements Scenario {
        @Override
        public String name() {
            return "locking";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(config);
            Spinlock spin = kernel.spinlock("spin");
            ReadWriteLock rw = new ReadWriteLock(kernel.setup(), "rw", config.smp(), kernel.preemption());
            Word data = kernel.word("data", 0);
            kernel.task("a", cpu -> takeLocks(cpu, spin, rw, data));
            return kernel.boot();
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, new Variant("none", Variant.NO_PATCH, "locks"), List.of());
        }
    }

    private static void takeLocks(Cpu cpu, Spinlock spin, ReadWriteLock rw, Word data) {
        data.store(cpu, 1);
        spin.lockIrq(cpu);
        data.store(cpu, 2);
        spin.unlockIrq(cpu);
        rw.readLock(cpu);
        data.load(cpu);
        rw.readUnlock(cpu);
    }

    private static List<Step> steps(String release, int cpus) {
        KernelConfig config = new KernelConfig(KernelVersion.of(release), cpus, true);
        try (Subject subject = new Subject(new Locking(config), Carrier.best())) {
            return Recorder.record(subject, new Schedule(List.of())).steps();
        }
    }

    private static List<String> framesAt(List<Step> steps, String inlined) {
        return steps.stream()
                .filter(step -> step.functions().stream()
                        .anyMatch(function -> function.name().endsWith(inlined)))
                .findFirst()
                .orElseThrow()
                .functions()
                .stream()
                .filter(function -> !function.inlined())
                .map(CallChain.Function::name)
                .toList();
    }

    /** Facts S9 and 7.6: traces of U9 on two processors have lock functions, those of Q8 and of one processor don't. */
    @ParameterizedTest
    @CsvSource({
        "2.4.10-pre4,2,false",
        "2.6.9-rc1-VP-Q8,1,false",
        "2.6.9-rc1-VP-Q8,2,false",
        "2.6.9-rc4-mm1-RT-U9,1,false",
        "2.6.9-rc4-mm1-RT-U9,2,true"
    })
    void locksAreFunctionsWhereThatKernelHasThemOutOfLine(String release, int cpus, boolean outOfLine) {
        List<Step> steps = steps(release, cpus);
        for (String lock : List.of("spin_lock_irq", "spin_unlock_irq", "read_lock", "read_unlock")) {
            assertThat(framesAt(steps, lock)).as(lock).isEqualTo(outOfLine ? List.of("_" + lock) : List.of());
        }
    }

    /** {@code spin_lock_irq} is made of {@code spin_lock} in the model only. */
    @Test
    void lockFunctionHasNoFrameInAnother() {
        Step taken = steps("2.6.9-rc4-mm1-RT-U9", 2).stream()
                .filter(step -> step.op() == Op.ACQUIRE && step.symbol().equals("spin"))
                .findFirst()
                .orElseThrow();
        assertThat(taken.functions())
                .extracting(CallChain.Function::name, CallChain.Function::inlined)
                .containsExactly(tuple("spin_lock", true), tuple("_spin_lock_irq", false));
    }

    @Test
    void interruptFlagIsThatAfterTheStep() {
        List<Step> stores = steps("2.6.9-rc1-VP-Q8", 1).stream()
                .filter(step -> step.symbol().equals("data"))
                .toList();
        assertThat(stores).extracting(Step::interruptsOn).containsExactly(true, false, true);
    }

    @Test
    void accessTakesTheTimeThatD11MeasuresAndTheFlagTakesNone() {
        List<Step> steps = steps("2.6.9-rc1-VP-Q8", 1);
        for (Step step : steps) {
            boolean memory = step.word() >= 0;
            assertThat(step.nanos()).as(step.toString()).isEqualTo(memory ? 100 : 0);
        }
        assertThat(steps).anyMatch(step -> step.op() == Op.CLI).anyMatch(step -> step.op() == Op.STORE);
    }
}
