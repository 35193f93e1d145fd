package dev.preemptcheck.kernel;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.wait.Completion;
import dev.preemptcheck.kernel.wait.Semaphore;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Programs that look as if they slept where they must not, or waited in a circle, and do not: proved with all detectors, on one
 * processor with preemption and on two without and with it. Beside each stands what it would be without its excuse.
 */
final class LockGuardTest {
    private static void assertProved(Consumer<Kernel> program) {
        assertThat(explore(1, true, program)).isInstanceOf(Verdict.Proved.class);
        assertThat(explore(2, false, program)).isInstanceOf(Verdict.Proved.class);
        assertThat(explore(2, true, program)).isInstanceOf(Verdict.Proved.class);
    }

    private static Verdict explore(int cpus, boolean preempt, Consumer<Kernel> program) {
        return Searches.explore(new Bounds(1, 1), cpus, preempt, program);
    }

    private static void increment(Cpu cpu, Word word) {
        word.store(cpu, word.load(cpu) + 1);
    }

    /** One does this before it sleeps until the other has completed. */
    private static Consumer<Kernel> sleeps(Sleeper sleeper) {
        return kernel -> {
            Completion done = kernel.locks().completion("done");
            kernel.task("sleeper", sleeper.of(kernel, done));
            kernel.task("other", done::complete);
        };
    }

    private interface Sleeper {
        Body of(Kernel kernel, Completion done);
    }

    /** What {@code schedule()} may be called in. */
    @Nested
    final class Scheduling {
        @Test
        void whoHasGivenItsLockBackMaySleep() {
            assertProved(sleeps((kernel, done) -> {
                Spinlock lock = kernel.spinlock("lock");
                Word shared = kernel.word("shared", 0);
                return cpu -> {
                    lock.lock(cpu);
                    increment(cpu, shared);
                    lock.unlock(cpu);
                    kernel.scheduler().schedule(cpu);
                    done.waitFor(cpu);
                };
            }));
        }

        @Test
        void whoHasNotMayNot() {
            assertFinds(
                    explore(1, true, kernel -> {
                        Spinlock lock = kernel.spinlock("lock");
                        kernel.task("task", cpu -> {
                            lock.lock(cpu);
                            kernel.scheduler().schedule(cpu);
                            lock.unlock(cpu);
                        });
                    }),
                    "D9:scheduling-while-atomic(00000001)");
        }

        @Test
        void whoTriedInVainHoldsNothing() {
            assertProved(kernel -> {
                Spinlock lock = kernel.spinlock("lock");
                Word shared = kernel.word("shared", 0);
                kernel.task("tries", cpu -> {
                    if (lock.tryLock(cpu)) {
                        increment(cpu, shared);
                        lock.unlock(cpu);
                    }
                    kernel.scheduler().schedule(cpu);
                });
                kernel.task("holds", cpu -> {
                    lock.lock(cpu);
                    increment(cpu, shared);
                    lock.unlock(cpu);
                });
            });
        }

        @Test
        void interruptsAndSoftirqsThatAreBackOnKeepNobodyAwake() {
            assertProved(sleeps((kernel, done) -> {
                Spinlock lock = kernel.spinlock("lock");
                return cpu -> {
                    boolean enabled = lock.lockIrqSave(cpu);
                    lock.unlockIrqRestore(cpu, enabled);
                    kernel.scheduler().schedule(cpu);
                    kernel.softirqs().bhDisable(cpu);
                    kernel.softirqs().bhEnable(cpu);
                    done.waitFor(cpu);
                };
            }));
        }

        @Test
        void interruptsThatAreOffDo() {
            assertFinds(
                    explore(
                            1,
                            true,
                            kernel -> kernel.task("task", cpu -> {
                                cpu.cli();
                                kernel.scheduler().schedule(cpu);
                                cpu.sti();
                            })),
                    "D9:scheduling-with-irqs-off");
        }
    }

    /** What may sleep may be called in. */
    @Nested
    final class Sleeping {
        @Test
        void aLockThatIsGivenBackForTheCallIsNotHeld() {
            assertProved(sleeps((kernel, done) -> {
                Spinlock lock = kernel.spinlock("lock");
                return cpu -> {
                    lock.lock(cpu);
                    lock.unlock(cpu);
                    done.waitFor(cpu);
                    lock.lock(cpu);
                    lock.unlock(cpu);
                };
            }));
        }

        @Test
        void aHandlerMayWakeAndMayTry() {
            assertProved(kernel -> {
                Completion done = kernel.locks().completion("done");
                Semaphore semaphore = kernel.locks().semaphore("sem");
                Word came = kernel.word("came", 0);
                kernel.irq(10, cpu -> {
                    done.complete(cpu);
                    if (semaphore.downTrylock(cpu)) {
                        increment(cpu, came);
                        semaphore.up(cpu);
                    }
                });
                Word other = kernel.word("other", 0);
                kernel.task("task", cpu -> increment(cpu, other));
            });
        }

        @Test
        void aHandlerMayNotWait() {
            assertFinds(
                    explore(1, true, kernel -> {
                        Semaphore semaphore = kernel.locks().semaphore("sem");
                        kernel.irq(10, cpu -> {
                            semaphore.down(cpu);
                            semaphore.up(cpu);
                        });
                        kernel.task("task", cpu -> kernel.scheduler().schedule(cpu));
                    }),
                    "D10:sleep-in-atomic(00010000)");
        }

        @Test
        void anotherTasksLockDoesNotKeepOneAwake() {
            assertProved(kernel -> {
                Spinlock lock = kernel.spinlock("lock");
                Semaphore semaphore = kernel.locks().semaphore("sem");
                Word shared = kernel.word("shared", 0);
                kernel.task("atomic", cpu -> {
                    lock.lock(cpu);
                    increment(cpu, shared);
                    lock.unlock(cpu);
                });
                kernel.task("sleeps", cpu -> {
                    semaphore.down(cpu);
                    semaphore.up(cpu);
                });
            });
        }

        @Test
        void onesOwnDoes() {
            assertFinds(
                    explore(1, true, kernel -> {
                        Spinlock lock = kernel.spinlock("lock");
                        Semaphore semaphore = kernel.locks().semaphore("sem");
                        kernel.task("task", cpu -> {
                            lock.lock(cpu);
                            semaphore.down(cpu);
                            semaphore.up(cpu);
                            lock.unlock(cpu);
                        });
                    }),
                    "D10:sleep-in-atomic(00000001)");
        }
    }

    /** Who may wait for whom. */
    @Nested
    final class Waiting {
        private void twoLocks(Kernel kernel, boolean otherOrder) {
            Spinlock a = kernel.spinlock("a");
            Spinlock b = kernel.spinlock("b");
            for (int i = 0; i < 2; i++) {
                Spinlock outer = otherOrder && i > 0 ? b : a;
                Spinlock inner = otherOrder && i > 0 ? a : b;
                kernel.task("task" + i, cpu -> {
                    outer.lock(cpu);
                    inner.lock(cpu);
                    outer.unlock(cpu);
                    inner.unlock(cpu);
                });
            }
        }

        @Test
        void locksMayBeGivenBackInAnyOrder() {
            assertProved(kernel -> twoLocks(kernel, false));
        }

        @Test
        void andBeTakenInOne() {
            Verdict verdict = explore(2, false, kernel -> twoLocks(kernel, true));
            assertFinds(verdict, "D13:deadlock(a,b)");
            assertFinds(verdict, "lockdep:lock-order");
        }

        /** The second lock is tried for, against the order, and the first given back in vain. */
        @Test
        void whoTriesAndGivesBackMayGoAgainstTheOrder() {
            assertProved(kernel -> {
                Spinlock a = kernel.spinlock("a");
                Spinlock b = kernel.spinlock("b");
                kernel.task("in-order", cpu -> {
                    a.lock(cpu);
                    b.lock(cpu);
                    b.unlock(cpu);
                    a.unlock(cpu);
                });
                kernel.task("against-it", cpu -> {
                    b.lock(cpu);
                    boolean both = a.tryLock(cpu);
                    if (both) {
                        a.unlock(cpu);
                    }
                    b.unlock(cpu);
                });
            });
        }

        private void sleepersInBothOrders(Kernel kernel, boolean tries) {
            Semaphore a = kernel.locks().semaphore("a");
            Semaphore b = kernel.locks().semaphore("b");
            kernel.task("in-order", cpu -> {
                a.down(cpu);
                b.down(cpu);
                b.up(cpu);
                a.up(cpu);
            });
            kernel.task("against-it", cpu -> {
                b.down(cpu);
                if (!tries) {
                    a.down(cpu);
                    a.up(cpu);
                } else if (a.downTrylock(cpu)) {
                    a.up(cpu);
                }
                b.up(cpu);
            });
        }

        @Test
        void soMaySleepers() {
            assertProved(kernel -> sleepersInBothOrders(kernel, true));
        }

        @Test
        void sleepersWhoWaitMayNot() {
            Verdict verdict = explore(2, false, kernel -> sleepersInBothOrders(kernel, false));
            assertFinds(verdict, "D13:deadlock");
            assertFinds(verdict, "lockdep:lock-order");
        }

        /** The one takes it and ends, the other gives it back, and a third waits meanwhile. */
        @Test
        void aSemaphoreMayBeGivenBackByWhoDidNotTakeIt() {
            assertProved(kernel -> {
                Semaphore semaphore = kernel.locks().semaphore("sem");
                Completion taken = kernel.locks().completion("taken");
                kernel.task("takes", cpu -> {
                    semaphore.down(cpu);
                    taken.complete(cpu);
                });
                kernel.task("gives-back", cpu -> {
                    taken.waitFor(cpu);
                    semaphore.up(cpu);
                });
            });
        }

        @Test
        void aSemaphoreThatNobodyGivesBackIsWaitedForInVain() {
            assertFinds(
                    explore(2, false, kernel -> {
                        Semaphore semaphore = kernel.locks().semaphore("sem");
                        kernel.task("takes", semaphore::down);
                        kernel.task("waits", semaphore::down);
                    }),
                    "D13:deadlock");
        }
    }

    /** What lockdep has no quarrel with. */
    @Nested
    final class Validating {
        private void inHandlerAndTask(Kernel kernel, boolean safely) {
            Spinlock outer = kernel.spinlock("outer");
            Spinlock inner = kernel.spinlock("inner");
            Word shared = kernel.word("shared", 0);
            kernel.irq(10, cpu -> {
                inner.lock(cpu);
                increment(cpu, shared);
                inner.unlock(cpu);
            });
            kernel.task("task", cpu -> {
                outer.lock(cpu);
                boolean enabled = cpu.interruptsEnabled();
                if (safely) {
                    cpu.cli();
                }
                inner.lock(cpu);
                increment(cpu, shared);
                inner.unlock(cpu);
                if (safely && enabled) {
                    cpu.sti();
                }
                outer.unlock(cpu);
            });
        }

        @Test
        void aHandlersLockMayBeTakenInsideAnUnsafeOneWithInterruptsOff() {
            assertProved(kernel -> inHandlerAndTask(kernel, true));
        }

        @Test
        void withInterruptsOnItMayNot() {
            assertFinds(explore(1, true, kernel -> inHandlerAndTask(kernel, false)), "lockdep:");
        }

        private void readInHandler(Kernel kernel, boolean writerSafely) {
            ReadWriteLock lock = kernel.locks().readWriteLock("lock");
            Word shared = kernel.word("shared", 0);
            Body reader = cpu -> {
                lock.readLock(cpu);
                shared.load(cpu);
                lock.readUnlock(cpu);
            };
            kernel.irq(10, reader);
            kernel.task("reader", reader);
            kernel.task("writer", cpu -> {
                boolean enabled = writerSafely && lock.writeLockIrqSave(cpu);
                if (!writerSafely) {
                    lock.writeLock(cpu);
                }
                increment(cpu, shared);
                if (writerSafely) {
                    lock.writeUnlockIrqRestore(cpu, enabled);
                } else {
                    lock.writeUnlock(cpu);
                }
            });
        }

        @Test
        void readersNeedNotKeepReadingHandlersOut() {
            assertProved(kernel -> readInHandler(kernel, true));
        }

        @Test
        void writersMust() {
            assertFinds(explore(1, true, kernel -> readInHandler(kernel, false)), "lockdep:");
        }

        private void inSoftirqAndTask(Kernel kernel, boolean safely) {
            Spinlock lock = kernel.spinlock("lock");
            Word shared = kernel.word("shared", 0);
            kernel.softirq(Softirq.NET_RX, cpu -> {
                lock.lock(cpu);
                increment(cpu, shared);
                lock.unlock(cpu);
            });
            kernel.irq(10, cpu -> kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX));
            kernel.task("task", cpu -> {
                if (safely) {
                    lock.lockBh(cpu, kernel.softirqs());
                    increment(cpu, shared);
                    lock.unlockBh(cpu, kernel.softirqs());
                } else {
                    lock.lock(cpu);
                    increment(cpu, shared);
                    lock.unlock(cpu);
                }
            });
        }

        @Test
        void aSoftirqsLockMayBeTakenWithSoftirqsOff() {
            assertProved(kernel -> inSoftirqAndTask(kernel, true));
        }

        @Test
        void withSoftirqsOnItMayNot() {
            assertFinds(explore(1, true, kernel -> inSoftirqAndTask(kernel, false)), "lockdep:");
        }

        /** First b inside a, then, with both given back, a inside nothing. */
        @Test
        void locksThatNeverMeetHaveNoOrder() {
            assertProved(kernel -> {
                Spinlock a = kernel.spinlock("a");
                Spinlock b = kernel.spinlock("b");
                kernel.task("nests", cpu -> {
                    a.lock(cpu);
                    b.lock(cpu);
                    b.unlock(cpu);
                    a.unlock(cpu);
                });
                kernel.task("does-not", cpu -> {
                    b.lock(cpu);
                    b.unlock(cpu);
                    a.lock(cpu);
                    a.unlock(cpu);
                });
            });
        }
    }
}
