package dev.preemptcheck.kernel.wait;

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
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of two tasks that share a semaphore or a completion. */
final class SleepingLockTest {
    private enum Entry {
        DOWN,
        TRY,
        NOTHING
    }

    private static Kernel kernel(int cpus, boolean preempt) {
        return new Kernel(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, cpus, preempt));
    }

    private static Semaphore semaphore(Kernel kernel) {
        return new Semaphore(
                kernel.word("sem.count", 1),
                kernel.word("sem.sleepers", 0),
                kernel.waitQueue("sem"),
                kernel.setup().lock("sem"));
    }

    /** Both enter the section, in their way. */
    private record Two(Entry first, Entry second, int cpus, boolean preempt) implements Scenario {
        @Override
        public String name() {
            return "semaphore";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = kernel(cpus, preempt);
            Semaphore semaphore = semaphore(kernel);
            Word inside = kernel.word("inside", 0);
            kernel.task("first", cpu -> visit(cpu, first, semaphore, inside));
            kernel.task("second", cpu -> visit(cpu, second, semaphore, inside));
            return kernel.boot();
        }

        private static void visit(Cpu cpu, Entry entry, Semaphore semaphore, Word inside) {
            if (entry == Entry.DOWN) {
                semaphore.down(cpu);
            } else if (entry == Entry.TRY && !semaphore.downTrylock(cpu)) {
                return;
            }
            if (inside.add(cpu, 1) > 1) {
                throw cpu.bug("both-inside", "");
            }
            inside.add(cpu, -1);
            if (entry != Entry.NOTHING) {
                semaphore.up(cpu);
            }
        }
    }

    /** One takes the semaphore under a spinlock, or tries to. */
    private record Atomic(boolean trying) implements Scenario {
        @Override
        public String name() {
            return "semaphore-in-atomic";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = kernel(1, true);
            Semaphore semaphore = semaphore(kernel);
            Spinlock spinlock = kernel.spinlock("spinlock");
            kernel.task("task", cpu -> {
                spinlock.lock(cpu);
                if (!trying) {
                    semaphore.down(cpu);
                    semaphore.up(cpu);
                } else if (semaphore.downTrylock(cpu)) {
                    semaphore.up(cpu);
                }
                spinlock.unlock(cpu);
            });
            return kernel.boot();
        }
    }

    /** One waits for the other, which completes, or only says so and wakes nobody. */
    private record Handover(boolean wakes, int cpus, boolean preempt) implements Scenario {
        @Override
        public String name() {
            return "completion";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = kernel(cpus, preempt);
            Word done = kernel.word("done", 0);
            Word ready = kernel.word("ready", 0);
            Completion completion = new Completion(done, kernel.waitQueue("completion"));
            Task waiter = kernel.task("waiter", cpu -> {
                completion.waitFor(cpu);
                if (ready.load(cpu) == 0) {
                    throw cpu.bug("too-early", "");
                }
            });
            kernel.setup().work(done.address(), waiter.id(), -1);
            kernel.task("other", cpu -> {
                ready.store(cpu, 1);
                if (wakes) {
                    completion.complete(cpu);
                } else {
                    done.add(cpu, 1);
                }
            });
            return kernel.boot();
        }
    }

    private static Verdict explore(Scenario scenario) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return new Explorer(subject, new Bounds(1, 1), SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    @ParameterizedTest
    @CsvSource({"DOWN,DOWN,1,true", "DOWN,DOWN,2,false", "DOWN,DOWN,2,true", "DOWN,TRY,2,false", "DOWN,TRY,2,true"})
    void whoHasItIsAloneAndNobodyWaitsForEver(Entry first, Entry second, int cpus, boolean preempt) {
        assertThat(explore(new Two(first, second, cpus, preempt))).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void whoDoesNotAskIsInsideToo() {
        assertThat(explore(new Two(Entry.DOWN, Entry.NOTHING, 2, false)))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .allMatch(f -> f.signature().outcome().equals("both-inside")));
    }

    @Test
    void sleepingUnderASpinlockIsReportedThoughNobodySlept() {
        assertThat(explore(new Atomic(false)))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings().toString()).contains("D10"));
    }

    @Test
    void tryingUnderASpinlockIsNot() {
        assertThat(explore(new Atomic(true))).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void aCompletionLetsItsWaiterGoWhenItIsOver(int cpus, boolean preempt) {
        assertThat(explore(new Handover(true, cpus, preempt))).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void withoutAWakeUpTheWaiterSleepsOn() {
        assertThat(explore(new Handover(false, 2, false)))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings().toString()).contains("D8"));
    }
}
