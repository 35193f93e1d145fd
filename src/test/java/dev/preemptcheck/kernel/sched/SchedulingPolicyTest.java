package dev.preemptcheck.kernel.sched;

import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom each policy lets run, and when a task lets others run of its own accord. */
final class SchedulingPolicyTest {

    /** The second task must not run before the first, which runs at boot and may be interrupted, is over. */
    private static Verdict oneAfterTheOther(SchedulingPolicy policy, int first, int second) {
        return Searches.explore(new Bounds(1, 1), 1, true, policy, kernel -> {
            Word over = kernel.word("over", 0);
            kernel.task("first", 10, TaskTraits.user(first), cpu -> over.add(cpu, 1));
            kernel.task("second", 11, TaskTraits.user(second), cpu -> {
                if (over.load(cpu) == 0) {
                    throw cpu.bug("second-ran-first", "");
                }
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"FIFO,1,1", "FIFO,2,1", "ROUND_ROBIN,2,1"})
    void aTickDoesNotDisplaceWhoComesFirst(SchedulingPolicy policy, int first, int second) {
        assertThat(oneAfterTheOther(policy, first, second)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"ANY,2,1", "ROUND_ROBIN,1,1", "FIFO,1,2", "ROUND_ROBIN,1,2"})
    void aTickDisplacesWhoDoesNot(SchedulingPolicy policy, int first, int second) {
        assertOnly(oneAfterTheOther(policy, first, second), "second-ran-first");
    }

    /** A task that calls schedule() expects that another of its priority has been let run. */
    private static Verdict makesRoom(SchedulingPolicy policy) {
        return Searches.explore(new Bounds(0, 1), 1, false, policy, kernel -> {
            Word ran = kernel.word("ran", 0);
            kernel.task("first", 10, TaskTraits.user(1), cpu -> {
                kernel.scheduler().schedule(cpu);
                if (ran.load(cpu) == 0) {
                    throw cpu.bug("no-room-made", "");
                }
            });
            kernel.task("second", 11, TaskTraits.user(1), cpu -> ran.add(cpu, 1));
        });
    }

    @Test
    void roundRobinMakesRoomForItsOwnPriority() {
        assertThat(makesRoom(SchedulingPolicy.ROUND_ROBIN)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"FIFO", "ANY"})
    void othersNeedNot(SchedulingPolicy policy) {
        assertOnly(makesRoom(policy), "no-room-made");
    }

    private enum Chance {
        /** cond_resched_lock(). */
        WITHOUT_LOCK,
        /** cond_resched(), the lock held. */
        WITH_LOCK,
        NONE
    }

    /** Holds a lock over two halves and gives others a chance between them; what the lock guards may change only then. */
    private static Verdict twoHalves(int cpus, boolean preempt, Chance chance, boolean relies) {
        return Searches.explore(new Bounds(1, 1), cpus, preempt, kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            Word guarded = kernel.word("guarded", 0);
            kernel.task("halves", cpu -> {
                lock.lock(cpu);
                int before = guarded.load(cpu);
                boolean dropped = chance == Chance.WITHOUT_LOCK && lock.condReschedLock(cpu, kernel.scheduler());
                if (chance == Chance.WITH_LOCK) {
                    kernel.scheduler().condResched(cpu);
                }
                if ((relies || !dropped) && guarded.load(cpu) != before) {
                    throw cpu.bug("changed", "");
                }
                lock.unlock(cpu);
            });
            kernel.task("other", cpu -> {
                lock.lock(cpu);
                guarded.store(cpu, guarded.load(cpu) + 1);
                lock.unlock(cpu);
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void condReschedLockSaysWhetherTheLockWasGivenUp(int cpus, boolean preempt) {
        assertThat(twoHalves(cpus, preempt, Chance.WITHOUT_LOCK, false)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void whoDoesNotLookFindsThatItsDataChanged(int cpus, boolean preempt) {
        assertOnly(twoHalves(cpus, preempt, Chance.WITHOUT_LOCK, true), "changed");
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,true"})
    void withoutAChanceNothingChanges(int cpus, boolean preempt) {
        assertThat(twoHalves(cpus, preempt, Chance.NONE, true)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void condReschedUnderASpinlockIsScheduleWhileAtomic() {
        assertThat(twoHalves(1, true, Chance.WITH_LOCK, true))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings().toString()).contains("D9"));
    }
}
