package dev.preemptcheck.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of two tasks on two processors that share a word under {@code rwlock_t}. */
final class ReadWriteLockTest {
    private enum Hold {
        READ,
        WRITE,
        NOTHING
    }

    /**
     * Each holds the lock in its way and finds whether the other is inside, too; {@code overlap} says whether that is a bug.
     */
    private record Two(Hold first, Hold second, boolean preempt) implements Scenario {
        @Override
        public String name() {
            return "rwlock";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, preempt));
            ReadWriteLock lock = new ReadWriteLock(kernel.setup(), "lock", true, kernel.preemption());
            Word inside = kernel.word("inside", 0);
            kernel.task("first", cpu -> visit(cpu, first, lock, inside));
            kernel.task("second", cpu -> visit(cpu, second, lock, inside));
            return kernel.boot();
        }

        private static void visit(Cpu cpu, Hold hold, ReadWriteLock lock, Word inside) {
            switch (hold) {
                case READ -> lock.readLock(cpu);
                case WRITE -> lock.writeLock(cpu);
                case NOTHING -> {}
            }
            if (inside.add(cpu, 1) > 1) {
                throw cpu.bug("both-inside", "");
            }
            inside.add(cpu, -1);
            switch (hold) {
                case READ -> lock.readUnlock(cpu);
                case WRITE -> lock.writeUnlock(cpu);
                case NOTHING -> {}
            }
        }
    }

    private static Verdict explore(Scenario scenario) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return new Explorer(subject, new Bounds(1, 1), SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    @ParameterizedTest
    @CsvSource({"READ,WRITE,false", "READ,WRITE,true", "WRITE,READ,false", "WRITE,WRITE,false", "WRITE,WRITE,true"})
    void aWriterIsAlone(Hold first, Hold second, boolean preempt) {
        assertThat(explore(new Two(first, second, preempt))).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"READ,READ,false", "READ,READ,true", "WRITE,NOTHING,false"})
    void readersAreInsideTogetherAndSoIsWhoDoesNotAsk(Hold first, Hold second, boolean preempt) {
        assertThat(explore(new Two(first, second, preempt)))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .allMatch(f -> f.signature().outcome().equals("both-inside")));
    }

    /** A softirq writes what a task reads with bottom halves off, or doesn't. */
    private record Softirq(boolean bh, boolean preempt) implements Scenario {
        @Override
        public String name() {
            return "rwlock-bh";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, preempt));
            ReadWriteLock lock = new ReadWriteLock(kernel.setup(), "lock", true, kernel.preemption());
            Word shared = kernel.word("shared", 0);
            kernel.softirq(dev.preemptcheck.kernel.softirq.Softirq.NET_RX, cpu -> {
                lock.writeLock(cpu);
                shared.store(cpu, 1);
                lock.writeUnlock(cpu);
            });
            kernel.irq(10, cpu -> kernel.softirqs().raiseIrqoff(cpu, dev.preemptcheck.kernel.softirq.Softirq.NET_RX));
            kernel.task("reader", cpu -> {
                if (bh) {
                    lock.readLockBh(cpu, kernel.softirqs());
                    shared.load(cpu);
                    lock.readUnlockBh(cpu, kernel.softirqs());
                } else {
                    lock.readLock(cpu);
                    shared.load(cpu);
                    lock.readUnlock(cpu);
                }
            });
            return kernel.boot();
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void withBottomHalvesOffASoftirqDoesNotWaitForWhomItInterrupted(boolean preempt) {
        assertThat(explore(new Softirq(true, preempt))).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void withoutThatItWaitsForEver() {
        assertThat(explore(new Softirq(false, false))).isInstanceOf(Verdict.Refuted.class);
    }
}
