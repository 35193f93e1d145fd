package dev.preemptcheck.kernel.locking;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.kernel.Inside;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.ScheduleHook;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskWords;
import dev.preemptcheck.kernel.wait.Completion;
import dev.preemptcheck.kernel.wait.Semaphore;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of tasks that share something under the big kernel lock. */
final class BigKernelLockTest {
    private static final KernelVersion OLD = KernelVersion.V2_4_10_PRE4;
    private static final KernelVersion NEW = KernelVersion.V2_6_9_RC1_VP;

    /** How the lock is taken and given back: the real one, or one that has something wrong. */
    private record Pair(Body lock, Body unlock) {}

    private enum Fault {
        /** The depth grows before the lock is there, as in kernels that are not preempted. */
        DEPTH_FIRST,
        KEPT_BY_SCHEDULE,
        NOT_RETAKEN,
        RETAKEN_BY_ALL,
        /** Each level takes the lock. */
        DEPTH_IGNORED,
        /** Each level gives the lock back. */
        ANY_LEVEL_UNLOCKS
    }

    /** The lock with that fault. */
    private static final class Mutant implements ScheduleHook {
        private final Fault fault;
        private final Kernel kernel;
        private final TaskWords depths;
        private final Spinlock flag;

        Mutant(Kernel kernel, Fault fault) {
            this.fault = fault;
            this.kernel = kernel;
            this.depths = kernel.tasks().words(kernel.setup(), "lock_depth", -1);
            this.flag = new Spinlock(
                    kernel.setup(), "kernel_flag", kernel.config().smp(), kernel.preemption(), LockUse.DROPPED);
            kernel.scheduler().atSchedule(this);
        }

        void lock(Cpu cpu) {
            Word depth = depths.of(kernel.tasks().current(cpu));
            int before = depth.load(cpu);
            if (fault == Fault.DEPTH_FIRST) {
                depth.store(cpu, before + 1);
            }
            if (before < 0 || fault == Fault.DEPTH_IGNORED) {
                flag.lock(cpu);
            }
            depth.store(cpu, before + 1);
        }

        void unlock(Cpu cpu) {
            Word depth = depths.of(kernel.tasks().current(cpu));
            int left = depth.load(cpu) - 1;
            depth.store(cpu, left);
            if (left < 0 || fault == Fault.DEPTH_IGNORED || fault == Fault.ANY_LEVEL_UNLOCKS) {
                flag.unlock(cpu);
            }
        }

        @Override
        public void scheduleBegins(Cpu cpu, Task prev) {
            if (fault != Fault.KEPT_BY_SCHEDULE && depths.of(prev).load(cpu) >= 0) {
                flag.unlock(cpu);
            }
        }

        @Override
        public void scheduleEnds(Cpu cpu, Task current) {
            boolean due = fault != Fault.KEPT_BY_SCHEDULE && fault != Fault.NOT_RETAKEN;
            if (due && (fault == Fault.RETAKEN_BY_ALL || depths.of(current).load(cpu) >= 0)) {
                flag.lock(cpu);
            }
        }
    }

    private static Pair real(Kernel kernel) {
        BigKernelLock lock = kernel.locks().bigKernelLock();
        return new Pair(lock::lockKernel, lock::unlockKernel);
    }

    private static Pair mutant(Kernel kernel, Fault fault) {
        Mutant mutant = new Mutant(kernel, fault);
        return new Pair(mutant::lock, mutant::unlock);
    }

    /** A program and what it runs on. */
    private interface Program {
        void fill(Kernel kernel, Pair lock);
    }

    private static Verdict explore(KernelConfig config, Program program, Function<Kernel, Pair> lock) {
        return Searches.explore(new Bounds(1, 1), config, kernel -> program.fill(kernel, lock.apply(kernel)));
    }

    private static void assertProved(KernelVersion version, int cpus, boolean preempt, Program program) {
        assertThat(explore(new KernelConfig(version, cpus, preempt), program, BigKernelLockTest::real))
                .isInstanceOf(Verdict.Proved.class);
    }

    /** Two tasks, each in the section once. */
    private static void once(Kernel kernel, Pair bkl) {
        Word inside = kernel.word("inside", 0);
        for (String name : new String[] {"first", "second"}) {
            kernel.task(name, cpu -> {
                bkl.lock.run(cpu);
                Inside.alone(cpu, inside);
                bkl.unlock.run(cpu);
            });
        }
    }

    /** One takes the lock twice, and is in the section when it has given it back once. */
    private static void twice(Kernel kernel, Pair bkl) {
        Word inside = kernel.word("inside", 0);
        kernel.task("nested", cpu -> {
            bkl.lock.run(cpu);
            bkl.lock.run(cpu);
            bkl.unlock.run(cpu);
            Inside.alone(cpu, inside);
            bkl.unlock.run(cpu);
        });
        kernel.task("other", cpu -> {
            bkl.lock.run(cpu);
            Inside.alone(cpu, inside);
            bkl.unlock.run(cpu);
        });
    }

    /** One sleeps with the lock until the other, who takes it as well, has done something. */
    private static void asleep(Kernel kernel, Pair bkl) {
        Word inside = kernel.word("inside", 0);
        Completion done = kernel.locks().completion("done");
        kernel.task("sleeper", cpu -> {
            bkl.lock.run(cpu);
            done.waitFor(cpu);
            Inside.alone(cpu, inside);
            bkl.unlock.run(cpu);
        });
        kernel.task("other", cpu -> {
            bkl.lock.run(cpu);
            done.complete(cpu);
            Inside.alone(cpu, inside);
            bkl.unlock.run(cpu);
        });
    }

    /** Each gives others a chance in the middle of it. */
    private static void givingWay(Kernel kernel, Pair bkl) {
        Word inside = kernel.word("inside", 0);
        for (String name : new String[] {"first", "second"}) {
            kernel.task(name, cpu -> {
                bkl.lock.run(cpu);
                kernel.scheduler().condResched(cpu);
                Inside.alone(cpu, inside);
                bkl.unlock.run(cpu);
            });
        }
    }

    /** One takes a semaphore under the lock, the other the lock under the semaphore. */
    private static void bothOrders(Kernel kernel, Pair bkl) {
        Word inside = kernel.word("inside", 0);
        Semaphore semaphore = kernel.locks().semaphore("sem");
        kernel.task("lock-first", cpu -> {
            bkl.lock.run(cpu);
            semaphore.down(cpu);
            Inside.alone(cpu, inside);
            semaphore.up(cpu);
            bkl.unlock.run(cpu);
        });
        kernel.task("semaphore-first", cpu -> {
            semaphore.down(cpu);
            bkl.lock.run(cpu);
            Inside.alone(cpu, inside);
            bkl.unlock.run(cpu);
            semaphore.up(cpu);
        });
    }

    private enum Shape {
        ONCE,
        TWICE,
        ASLEEP,
        BOTH_ORDERS
    }

    private static Program program(Shape shape) {
        return switch (shape) {
            case ONCE -> BigKernelLockTest::once;
            case TWICE -> BigKernelLockTest::twice;
            case ASLEEP -> BigKernelLockTest::asleep;
            case BOTH_ORDERS -> BigKernelLockTest::bothOrders;
        };
    }

    @Nested
    final class Innocent {
        @ParameterizedTest
        @CsvSource({"1,false", "1,true", "2,false", "2,true"})
        void whoHasItIsAlone(int cpus, boolean preempt) {
            assertProved(OLD, cpus, preempt, BigKernelLockTest::once);
            assertProved(NEW, cpus, preempt, BigKernelLockTest::once);
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false", "2,true"})
        void whoHasItTwiceKeepsItWhenHeGivesItBackOnce(int cpus, boolean preempt) {
            assertProved(OLD, cpus, preempt, BigKernelLockTest::twice);
            assertProved(NEW, cpus, preempt, BigKernelLockTest::twice);
        }

        @ParameterizedTest
        @CsvSource({"1,false", "1,true", "2,false", "2,true"})
        void whoSleepsWithItLetsOthersInAndIsAloneAfterwards(int cpus, boolean preempt) {
            assertProved(OLD, cpus, preempt, BigKernelLockTest::asleep);
            assertProved(NEW, cpus, preempt, BigKernelLockTest::asleep);
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false", "2,true"})
        void whoHasItMayGiveOthersAChance(int cpus, boolean preempt) {
            assertProved(NEW, cpus, preempt, BigKernelLockTest::givingWay);
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false", "2,true"})
        void itMayBeTakenBeforeASemaphoreAndAfterIt(int cpus, boolean preempt) {
            assertProved(NEW, cpus, preempt, BigKernelLockTest::bothOrders);
        }
    }

    @Nested
    final class Misused {
        private Verdict real(int cpus, boolean preempt, Program program) {
            return explore(new KernelConfig(NEW, cpus, preempt), program, BigKernelLockTest::real);
        }

        /** A spinlock is kept while its holder waits for the lock, and waits for it likewise. */
        private void spinlockInBothOrders(Kernel kernel, Pair bkl) {
            Spinlock spinlock = kernel.spinlock("spinlock");
            kernel.task("lock-first", cpu -> {
                bkl.lock.run(cpu);
                spinlock.lock(cpu);
                spinlock.unlock(cpu);
                bkl.unlock.run(cpu);
            });
            kernel.task("spinlock-first", cpu -> {
                spinlock.lock(cpu);
                bkl.lock.run(cpu);
                bkl.unlock.run(cpu);
                spinlock.unlock(cpu);
            });
        }

        @Test
        void beforeASpinlockAndAfterItIsAnInversion() {
            assertOnly(real(1, true, this::spinlockInBothOrders), "lockdep:lock-order");
        }

        @Test
        void onTwoProcessorsThatIsADeadlockToo() {
            Verdict verdict = real(2, false, this::spinlockInBothOrders);
            assertFinds(verdict, "lockdep:lock-order");
            assertFinds(verdict, "D13:deadlock(kernel_flag,spinlock)");
        }

        @Test
        void itExcusesNoSpinlockOfWhoSleeps() {
            assertFinds(
                    real(1, true, (kernel, bkl) -> {
                        Spinlock spinlock = kernel.spinlock("spinlock");
                        Completion done = kernel.locks().completion("done");
                        kernel.task("sleeper", cpu -> {
                            bkl.lock.run(cpu);
                            spinlock.lock(cpu);
                            done.waitFor(cpu);
                            spinlock.unlock(cpu);
                            bkl.unlock.run(cpu);
                        });
                        kernel.task("other", done::complete);
                    }),
                    "D10:sleep-in-atomic(00000002)");
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false"})
        void whoGivesItBackOnceTooOftenHitsABug(int cpus, boolean preempt) {
            assertOnly(
                    real(
                            cpus,
                            preempt,
                            (kernel, bkl) -> kernel.task("task", cpu -> {
                                bkl.lock.run(cpu);
                                bkl.unlock.run(cpu);
                                bkl.unlock.run(cpu);
                            })),
                    "BUG-kernel-not-locked");
        }

        @Test
        void whoKeepsItOnTheWayToUserModeLeaksACount() {
            assertFinds(real(1, true, (kernel, bkl) -> kernel.task("task", bkl.lock)), "D1:leak");
        }

        @ParameterizedTest
        @CsvSource({"1,false", "1,true", "2,false", "2,true"})
        void whatItGuardsMayChangeWhileItsHolderSleeps(int cpus, boolean preempt) {
            assertOnly(
                    real(cpus, preempt, (kernel, bkl) -> {
                        Word users = kernel.word("users", 0);
                        Completion done = kernel.locks().completion("done");
                        kernel.task("sleeper", cpu -> {
                            bkl.lock.run(cpu);
                            int before = users.load(cpu);
                            done.waitFor(cpu);
                            if (users.load(cpu) != before) {
                                throw cpu.bug("changed", "");
                            }
                            bkl.unlock.run(cpu);
                        });
                        kernel.task("other", cpu -> {
                            bkl.lock.run(cpu);
                            users.store(cpu, users.load(cpu) + 1);
                            bkl.unlock.run(cpu);
                            done.complete(cpu);
                        });
                    }),
                    "changed");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DEPTH_FIRST;ONCE;1;true;lockdep:recursive-lock",
                "DEPTH_FIRST;ONCE;2;true;D13:deadlock(kernel_flag)",
                "KEPT_BY_SCHEDULE;BOTH_ORDERS;2;false;D13:deadlock(kernel_flag)",
                "KEPT_BY_SCHEDULE;BOTH_ORDERS;2;true;D13:deadlock(kernel_flag)",
                "NOT_RETAKEN;ASLEEP;1;true;D1:underflow(ffffffff)",
                "NOT_RETAKEN;ASLEEP;2;false;both-inside",
                "RETAKEN_BY_ALL;ONCE;1;true;D1:leak",
                "RETAKEN_BY_ALL;ONCE;2;false;D13:deadlock(kernel_flag)",
                "DEPTH_IGNORED;TWICE;1;true;lockdep:recursive-lock",
                "DEPTH_IGNORED;TWICE;2;false;D13:deadlock(kernel_flag)",
                "ANY_LEVEL_UNLOCKS;TWICE;1;true;both-inside",
                "ANY_LEVEL_UNLOCKS;TWICE;2;false;both-inside"
            })
    void aLockWithAFaultIsRefuted(Fault fault, Shape shape, int cpus, boolean preempt, String finding) {
        assertFinds(
                explore(new KernelConfig(NEW, cpus, preempt), program(shape), kernel -> mutant(kernel, fault)),
                finding);
    }

    /**
     * Who is not preempted never stands between the depth and the lock; and one processor's lock is a count of the task's own.
     */
    @ParameterizedTest
    @CsvSource({"DEPTH_FIRST,ASLEEP,2,false", "KEPT_BY_SCHEDULE,ASLEEP,1,true"})
    void someFaultsAreNoneOnSomeMachines(Fault fault, Shape shape, int cpus, boolean preempt) {
        assertThat(explore(new KernelConfig(NEW, cpus, preempt), program(shape), kernel -> mutant(kernel, fault)))
                .isInstanceOf(Verdict.Proved.class);
    }
}
