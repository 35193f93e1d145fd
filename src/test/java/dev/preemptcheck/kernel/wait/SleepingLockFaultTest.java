package dev.preemptcheck.kernel.wait;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The semaphore and the completion written once more, with one thing wrong: what a search finds of it. */
final class SleepingLockFaultTest {
    private enum SemaphoreFault {
        NONE,
        UP_WAKES_NOBODY,
        /** Who gives it back looks whether somebody waits before it counts. */
        UP_LOOKS_FIRST,
        /** Who waits looks once more before it queues, not after. */
        DOWN_LOOKS_BEFORE_IT_QUEUES,
        /** Taking one is a load and a store. */
        COUNTS_IN_TWO_STEPS,
        /** Who waits does not put back the shares of those that wait. */
        NOTHING_PUT_BACK,
        /** Who has it leaves the sleepers' word as it was. */
        SLEEPERS_LEFT,
        /** Who has it wakes nobody else. */
        NOBODY_ELSE_WOKEN,
        /** Whoever tries in vain puts nothing back. */
        TRY_TAKES,
        /** Whoever waits looks only once. */
        LOOKS_ONCE
    }

    private record FaultySemaphore(SemaphoreFault fault, Word count, Word sleepers, WaitQueue queue, int lock) {
        static FaultySemaphore create(Kernel kernel, SemaphoreFault fault) {
            return new FaultySemaphore(
                    fault,
                    kernel.word("sem.count", 1),
                    kernel.word("sem.sleepers", 0),
                    kernel.waitQueue("sem"),
                    kernel.setup().lock("sem"));
        }

        private boolean has(SemaphoreFault which) {
            return fault == which;
        }

        void down(Cpu cpu) {
            cpu.maySleep();
            if (take(cpu) < 0) {
                cpu.contended(lock);
                downFailed(cpu);
            }
            cpu.locked(lock, LockUse.SLEEPING);
        }

        private int take(Cpu cpu) {
            if (!has(SemaphoreFault.COUNTS_IN_TWO_STEPS)) {
                return count.add(cpu, -1);
            }
            int left = count.load(cpu) - 1;
            count.store(cpu, left);
            return left;
        }

        private void downFailed(Cpu cpu) {
            queue.lock().lockIrq(cpu);
            boolean late = has(SemaphoreFault.DOWN_LOOKS_BEFORE_IT_QUEUES);
            if (!late) {
                queue.addLocked(cpu);
            }
            sleepers.store(cpu, sleepers.load(cpu) + 1);
            cpu.enterScope();
            while (count.add(cpu, putBack(cpu)) < 0) {
                cpu.forget(0);
                sleepers.store(cpu, 1);
                if (late) {
                    queue.lock().unlockIrq(cpu);
                    queue.lock().lockIrq(cpu);
                    queue.addLocked(cpu);
                }
                queue.sleepUnlocked(cpu);
                if (has(SemaphoreFault.LOOKS_ONCE)) {
                    break;
                }
                if (!late) {
                    queue.addLocked(cpu);
                }
            }
            cpu.leaveScope();
            if (!has(SemaphoreFault.SLEEPERS_LEFT)) {
                sleepers.store(cpu, 0);
            }
            queue.removeLocked(cpu);
            if (!has(SemaphoreFault.NOBODY_ELSE_WOKEN)) {
                queue.wakeUpLocked(cpu);
            }
            queue.lock().unlockIrq(cpu);
        }

        private int putBack(Cpu cpu) {
            return has(SemaphoreFault.NOTHING_PUT_BACK) ? 0 : sleepers.load(cpu) - 1;
        }

        boolean downTrylock(Cpu cpu) {
            if (count.add(cpu, -1) >= 0) {
                cpu.locked(lock, LockUse.TRIED);
                return true;
            }
            if (has(SemaphoreFault.TRY_TAKES)) {
                return false;
            }
            boolean enabled = queue.lock().lockIrqSave(cpu);
            int back = sleepers.load(cpu) + 1;
            sleepers.store(cpu, 0);
            if (count.add(cpu, back) >= 0) {
                queue.wakeUpLocked(cpu);
            }
            queue.lock().unlockIrqRestore(cpu, enabled);
            return false;
        }

        void up(Cpu cpu) {
            cpu.unlocked(lock);
            boolean waited = has(SemaphoreFault.UP_LOOKS_FIRST) && count.load(cpu) < 0;
            boolean waits = count.add(cpu, 1) <= 0;
            if (has(SemaphoreFault.UP_LOOKS_FIRST) ? waited : waits && !has(SemaphoreFault.UP_WAKES_NOBODY)) {
                queue.wakeUp(cpu);
            }
        }
    }

    /** How each task has it, a letter each: by down, or by Trying. */
    private static Verdict visitors(SemaphoreFault fault, String how, boolean preempt) {
        return Searches.explore(new Bounds(0, 1), 2, preempt, kernel -> {
            FaultySemaphore semaphore = FaultySemaphore.create(kernel, fault);
            Word inside = kernel.word("inside", 0);
            for (int i = 0; i < how.length(); i++) {
                boolean tries = how.charAt(i) == 'T';
                kernel.task("task" + i, cpu -> {
                    if (tries && !semaphore.downTrylock(cpu)) {
                        return;
                    } else if (!tries) {
                        semaphore.down(cpu);
                    }
                    if (inside.add(cpu, 1) > 1) {
                        throw cpu.bug("both-inside", "");
                    }
                    inside.add(cpu, -1);
                    semaphore.up(cpu);
                });
            }
        });
    }

    private enum CompletionFault {
        NONE,
        WAKES_NOBODY,
        /** Under the queue's lock: nobody looks in between. */
        WAKES_BEFORE_IT_COUNTS,
        /** And counts when it has given the lock back. */
        WAKES_THEN_UNLOCKS_THEN_COUNTS,
        /** Counts without the lock, in two steps. */
        COUNTS_UNLOCKED,
        /** Who waits looks without the lock, and queues then. */
        LOOKS_UNLOCKED,
        /** Who waits says that it sleeps when it has given the lock back. */
        SLEEPS_UNLOCKED,
        /** Who waits takes nothing. */
        TAKES_NOTHING,
        /** Who is woken does not look again. */
        LOOKS_ONCE
    }

    private record FaultyCompletion(CompletionFault fault, Word done, WaitQueue queue) {
        private boolean has(CompletionFault which) {
            return fault == which;
        }

        void waitFor(Cpu cpu) {
            cpu.maySleep();
            if (has(CompletionFault.LOOKS_UNLOCKED) && done.load(cpu) == 0) {
                queue.lock().lockIrq(cpu);
                queue.addLocked(cpu);
                queue.sleepUnlocked(cpu);
                queue.removeLocked(cpu);
                queue.lock().unlockIrq(cpu);
            }
            queue.lock().lockIrq(cpu);
            cpu.enterScope();
            while (done.load(cpu) == 0) {
                cpu.forget(0);
                if (has(CompletionFault.SLEEPS_UNLOCKED)) {
                    queue.lock().unlockIrq(cpu);
                    queue.lock().lockIrq(cpu);
                }
                queue.addLocked(cpu);
                queue.sleepUnlocked(cpu);
                queue.removeLocked(cpu);
                if (has(CompletionFault.LOOKS_ONCE)) {
                    break;
                }
            }
            cpu.leaveScope();
            if (!has(CompletionFault.TAKES_NOTHING)) {
                done.store(cpu, done.load(cpu) - 1);
            }
            queue.lock().unlockIrq(cpu);
        }

        void complete(Cpu cpu) {
            if (has(CompletionFault.COUNTS_UNLOCKED)) {
                done.store(cpu, done.load(cpu) + 1);
                queue.wakeUp(cpu);
                return;
            }
            boolean enabled = queue.lock().lockIrqSave(cpu);
            boolean late = has(CompletionFault.WAKES_THEN_UNLOCKS_THEN_COUNTS);
            boolean first = late || has(CompletionFault.WAKES_BEFORE_IT_COUNTS);
            if (first) {
                queue.wakeUpLocked(cpu);
            }
            if (!late) {
                done.store(cpu, done.load(cpu) + 1);
            }
            if (!first && !has(CompletionFault.WAKES_NOBODY)) {
                queue.wakeUpLocked(cpu);
            }
            queue.lock().unlockIrqRestore(cpu, enabled);
            if (late) {
                done.store(cpu, done.load(cpu) + 1);
            }
        }
    }

    /** As many wait as complete; one who waits relies on what one who completes has done. */
    private static Verdict waiters(CompletionFault fault, int pairs, boolean preempt) {
        return Searches.explore(new Bounds(0, 1), 2, preempt, kernel -> {
            Word done = kernel.word("done", 0);
            FaultyCompletion completion = new FaultyCompletion(fault, done, kernel.waitQueue("completion"));
            Word ready = kernel.word("ready", 0);
            for (int i = 0; i < pairs; i++) {
                Task waiter = kernel.task("waiter" + i, cpu -> {
                    completion.waitFor(cpu);
                    if (ready.add(cpu, -1) < 0) {
                        throw cpu.bug("too-early", "");
                    }
                });
                kernel.setup().work(done.address(), waiter.id(), -1);
            }
            kernel.task("completer", cpu -> {
                for (int i = 0; i < pairs; i++) {
                    ready.add(cpu, 1);
                    completion.complete(cpu);
                }
            });
        });
    }

    @ParameterizedTest
    @CsvSource({
        "UP_WAKES_NOBODY,DD,D8:lost-wakeup",
        "UP_LOOKS_FIRST,DD,D8:lost-wakeup",
        "DOWN_LOOKS_BEFORE_IT_QUEUES,DD,D8:lost-wakeup",
        "COUNTS_IN_TWO_STEPS,DD,both-inside",
        "NOTHING_PUT_BACK,DDT,both-inside",
        "NOTHING_PUT_BACK,DDT,D8:lost-wakeup",
        "SLEEPERS_LEFT,DDT,both-inside",
        "NOBODY_ELSE_WOKEN,DDT,D8:lost-wakeup",
        "TRY_TAKES,DDT,D8:lost-wakeup",
        "LOOKS_ONCE,DDT,both-inside"
    })
    void aSemaphoreWithAFaultIsRefuted(SemaphoreFault fault, String how, String finding) {
        assertFinds(visitors(fault, how, false), finding);
        assertFinds(visitors(fault, how, true), finding);
    }

    /** Two who ask get by with less than three do. */
    @ParameterizedTest
    @CsvSource({
        "NONE,DD",
        "NONE,DDT",
        "NOTHING_PUT_BACK,DD",
        "SLEEPERS_LEFT,DD",
        "NOBODY_ELSE_WOKEN,DD",
        "TRY_TAKES,DT",
        "LOOKS_ONCE,DD"
    })
    void aSemaphoreWhoseFaultDoesNotMatterIsProved(SemaphoreFault fault, String how) {
        assertThat(visitors(fault, how, false)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({
        "WAKES_NOBODY,1,D8:pending-work",
        "WAKES_THEN_UNLOCKS_THEN_COUNTS,1,D8:pending-work",
        "LOOKS_UNLOCKED,1,D8:pending-work",
        "SLEEPS_UNLOCKED,1,D8:pending-work",
        "TAKES_NOTHING,2,too-early",
        "LOOKS_ONCE,2,too-early"
    })
    void aCompletionWithAFaultIsRefuted(CompletionFault fault, int pairs, String finding) {
        assertFinds(waiters(fault, pairs, false), finding);
    }

    /** Under the lock the order of waking and counting is nobody's business. */
    @ParameterizedTest
    @CsvSource({
        "NONE,1",
        "NONE,2",
        "WAKES_BEFORE_IT_COUNTS,1",
        "WAKES_BEFORE_IT_COUNTS,2",
        "COUNTS_UNLOCKED,1",
        "TAKES_NOTHING,1",
        "LOOKS_ONCE,1"
    })
    void aCompletionWhoseFaultDoesNotMatterIsProved(CompletionFault fault, int pairs) {
        assertThat(waiters(fault, pairs, false)).isInstanceOf(Verdict.Proved.class);
    }

    /**
     * A count is lost between a waiter's and that of who completes once more: one sleeps, and only an interrupt could wake him.
     */
    @Test
    void aCompletionThatCountsUnlockedIsNotProvedWhereTwoWait() {
        assertThat(waiters(CompletionFault.COUNTS_UNLOCKED, 2, false)).isInstanceOf(Verdict.Open.class);
    }
}
