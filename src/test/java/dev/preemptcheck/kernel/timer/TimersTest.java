package dev.preemptcheck.kernel.timer;

import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of timers that are armed, expire and are deleted. */
final class TimersTest {
    private enum Deletion {
        SYNC,
        PLAIN
    }

    /** One arms a timer, whose function uses an object and may arm it again; the other deletes it and frees the object. */
    private static void armedAndFreed(Kernel kernel, Deletion deletion, boolean rearms) {
        Timers timers = kernel.timers();
        Word object = kernel.word("object", 0);
        MarkedWord armed = MarkedWord.create(kernel.setup(), "armed", 0, "says once that the timer may be deleted");
        Timer[] itself = new Timer[1];
        Timer timer = timers.timer("timer", cpu -> {
            object.add(cpu, 1);
            if (rearms) {
                timers.modTimer(cpu, itself[0]);
            }
        });
        itself[0] = timer;
        kernel.task("armer", cpu -> {
            timers.addTimer(cpu, timer);
            armed.storeOnce(cpu, 1);
        });
        kernel.task("freer", cpu -> {
            if (armed.loadOnce(cpu) == 0) {
                return;
            }
            if (deletion == Deletion.SYNC) {
                timers.delTimerSync(cpu, timer);
            } else {
                timers.delTimer(cpu, timer);
            }
            object.store(cpu, -1);
            cpu.free(object.address(), 1);
        });
    }

    private static Verdict freeing(int cpus, boolean preempt, Deletion deletion, boolean rearms) {
        return Searches.explore(new Bounds(1, 1), cpus, preempt, kernel -> armedAndFreed(kernel, deletion, rearms));
    }

    @ParameterizedTest
    @CsvSource({"1,false,false", "1,true,true", "2,false,false", "2,false,true", "2,true,false", "2,true,true"})
    void afterASynchronousDeletionTheFunctionRunsNoMore(int cpus, boolean preempt, boolean rearms) {
        assertThat(freeing(cpus, preempt, Deletion.SYNC, rearms)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true"})
    void afterAPlainOneItMayStillRunOnAnotherProcessor(boolean preempt, boolean rearms) {
        assertOnly(freeing(2, preempt, Deletion.PLAIN, rearms), "D23");
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void onOneProcessorAPlainDeletionIsEnough(boolean preempt) {
        assertThat(freeing(1, preempt, Deletion.PLAIN, false)).isInstanceOf(Verdict.Proved.class);
    }

    /** A timer is armed so often; its function may run at most {@code most} times. */
    private static Verdict armedTwice(int cpus, int ticks, int most) {
        return Searches.explore(new Bounds(ticks, 0), cpus, false, kernel -> {
            Word runs = kernel.word("runs", 0);
            Timer timer = kernel.timers().timer("timer", cpu -> {
                if (runs.add(cpu, 1) > most) {
                    throw cpu.bug("ran-too-often", "");
                }
            });
            kernel.task("first", cpu -> kernel.timers().modTimer(cpu, timer));
            kernel.task("second", cpu -> kernel.timers().modTimer(cpu, timer));
        });
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void aTimerRunsNoMoreOftenThanItIsArmed(int cpus) {
        assertThat(armedTwice(cpus, 2, 2)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void armedAgainAfterItRanItRunsAgain(int cpus) {
        assertOnly(armedTwice(cpus, 2, 1), "ran-too-often");
    }

    @Test
    void oneTickRunsATimerThatWasArmedTwiceOnce() {
        assertThat(armedTwice(1, 1, 1)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void aTimerRunsAtATick() {
        assertOnly(armedTwice(1, 1, 0), "ran-too-often");
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aFunctionThatDeletesItsOwnTimerSynchronouslyWaitsForItself(boolean preempt) {
        Verdict verdict = Searches.explore(new Bounds(1, 0), 2, preempt, kernel -> {
            Timer[] itself = new Timer[1];
            itself[0] = kernel.timers().timer("timer", cpu -> kernel.timers().delTimerSync(cpu, itself[0]));
            kernel.task("armer", cpu -> kernel.timers().addTimer(cpu, itself[0]));
        });
        assertOnly(verdict, "D13:deadlock(tvec_bases[");
    }

    /** The function takes a lock; the deleter holds it or does not while it waits. */
    private static Verdict deletingUnderALockOfTheFunction(boolean held) {
        return Searches.explore(new Bounds(1, 0), 2, false, kernel -> {
            Spinlock lock = kernel.spinlock("object_lock");
            Timer timer = kernel.timers().timer("timer", cpu -> {
                lock.lock(cpu);
                lock.unlock(cpu);
            });
            kernel.task("deleter", cpu -> {
                kernel.timers().addTimer(cpu, timer);
                if (held) {
                    lock.lockBh(cpu, kernel.softirqs());
                }
                kernel.timers().delTimerSync(cpu, timer);
                if (held) {
                    lock.unlockBh(cpu, kernel.softirqs());
                }
            });
            kernel.task("other", cpu -> kernel.timers().modTimer(cpu, timer));
        });
    }

    @Test
    void whoHoldsALockThatTheFunctionTakesDoesNotWaitForItsEnd() {
        assertOnly(deletingUnderALockOfTheFunction(true), "D13:deadlock(object_lock,tvec_bases[1].running_timer)");
        assertThat(deletingUnderALockOfTheFunction(false)).isInstanceOf(Verdict.Proved.class);
    }
}
