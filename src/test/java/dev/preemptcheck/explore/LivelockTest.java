package dev.preemptcheck.explore;

import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.softirq.Tasklet;
import dev.preemptcheck.kernel.softirq.Tasklets;
import dev.preemptcheck.kernel.timer.Timer;
import dev.preemptcheck.scenario.Scenario;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernel code that retries for ever, and code that only looks like it. */
final class LivelockTest {
    private static final Bounds NONE = new Bounds(0, 0);
    private static final Bounds ONE = new Bounds(1, 1);

    private static void assertLivelock(Verdict verdict) {
        assertOnly(verdict, "D13:livelock");
    }

    private static void assertProved(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Proved.class);
    }

    // ---- two that give way to each other

    /** Takes one lock and tries the other; gives up after so many attempts, 0 for never. */
    private static MachineSetup.Body lockBoth(Spinlock first, Spinlock second, int attempts) {
        return cpu -> {
            for (int i = 0; attempts == 0 || i < attempts; i++) {
                cpu.loopHead(attempts == 0 ? 0 : i);
                first.lock(cpu);
                boolean both = second.tryLock(cpu);
                if (both) {
                    second.unlock(cpu);
                }
                first.unlock(cpu);
                if (both) {
                    return;
                }
            }
        };
    }

    /** {@code crosswise}, each takes first what the other tries. */
    private static Consumer<Kernel> givingWay(boolean crosswise, int attempts) {
        return kernel -> {
            Spinlock a = kernel.spinlock("a_lock");
            Spinlock b = kernel.spinlock("b_lock");
            kernel.task("one", lockBoth(a, b, attempts));
            kernel.task("two", crosswise ? lockBoth(b, a, attempts) : lockBoth(a, b, attempts));
        };
    }

    private static Verdict givingWay(Bounds bounds, boolean preempt, boolean crosswise, int attempts) {
        return Searches.explore(bounds, 2, preempt, givingWay(crosswise, attempts));
    }

    @ParameterizedTest
    @CsvSource({"0,0,false", "1,1,false", "0,0,true"})
    void twoThatTryEachOthersLocksMayBackOffForEver(int interrupts, int preemptions, boolean preempt) {
        assertLivelock(givingWay(new Bounds(interrupts, preemptions), preempt, true, 0));
    }

    @Test
    void inOneOrderTheyCant() {
        assertProved(givingWay(ONE, false, false, 0));
    }

    @Test
    void aProofOfThatCountsTheStatesInWhichLivelocksWereSought() {
        assertThat(givingWay(ONE, false, false, 0)).isInstanceOfSatisfying(Verdict.Proved.class, proved -> {
            assertThat(proved.loopStates()).isPositive();
            assertThat(proved.collisionBound())
                    .isGreaterThan((double) proved.states() * proved.states() / Math.pow(2, 65));
        });
    }

    /** The last executions of a search with retry loops are those that look for livelocks. */
    @Test
    void withOneExecutionLessThatIsUndecided() {
        Scenario scenario = Searches.scenario(2, false, SchedulingPolicy.ANY, givingWay(false, 0));
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            Verdict all = new Explorer(subject, ONE, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            long executions = ((Verdict.Proved) all).executions();
            assertProved(explore(subject, executions));
            assertThat(explore(subject, executions - 1))
                    .isInstanceOfSatisfying(
                            Verdict.Open.class,
                            open -> assertThat(open.reason()).contains("retry loop"));
        }
    }

    private static Verdict explore(Subject subject, long executionsMax) {
        SearchOptions limited = SearchOptions.FIRST.withExecutionsMax(executionsMax);
        return new Explorer(subject, ONE, limited).explore(Progress.UNWATCHED);
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void whoGivesUpIsInNoLivelock(int attempts) {
        assertProved(givingWay(NONE, false, true, attempts));
    }

    // ---- polling

    private static void pollUntilSet(Cpu cpu, Word flag) {
        do {
            cpu.loopHead(0);
        } while (flag.load(cpu) == 0);
    }

    private static Verdict polling(int cpus, boolean preempt, SchedulingPolicy policy, boolean set) {
        return Searches.explore(ONE, cpus, preempt, policy, kernel -> {
            Word flag = kernel.word("flag", 0);
            kernel.task("poller", cpu -> pollUntilSet(cpu, flag));
            kernel.task("setter", cpu -> flag.store(cpu, set ? 1 : 0));
        });
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void aFlagThatNobodySetsIsPolledForEver(int cpus, boolean preempt) {
        assertLivelock(polling(cpus, preempt, SchedulingPolicy.ANY, false));
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,false", "2,true"})
    void oneThatSomebodyElseSetsIsNot(int cpus, boolean preempt) {
        assertProved(polling(cpus, preempt, SchedulingPolicy.ANY, true));
    }

    @Test
    void withoutPreemptionWhoPollsKeepsOthersFromSettingTheFlag() {
        assertLivelock(polling(1, false, SchedulingPolicy.ANY, true));
    }

    @Test
    void noneIsPreemptedByItsEqualsUnderFifo() {
        assertLivelock(polling(1, true, SchedulingPolicy.FIFO, true));
    }

    /** A word that is waited for, not polled, and that nobody changes. */
    @Test
    void whoWaitsWithoutAStepIsDeadlocked() {
        Verdict verdict = Searches.explore(ONE, 2, false, kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            kernel.task("one", cpu -> {
                lock.lock(cpu);
                lock.lock(cpu);
            });
        });
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        r -> assertThat(r.findings())
                                .anyMatch(f -> f.signature().is("D13:deadlock(lock)"))
                                .noneMatch(f -> f.signature().is("D13:livelock")));
    }

    @ParameterizedTest
    @CsvSource({"0,1,false", "1,1,false", "1,2,false", "1,1,true"})
    void whatATimerWillDoIsWaitedForWhateverTheBounds(int interrupts, int cpus, boolean preempt) {
        assertProved(Searches.explore(new Bounds(interrupts, 0), cpus, preempt, kernel -> {
            Word flag = kernel.word("flag", 0);
            Timer timer = kernel.timers().timer("timer", cpu -> flag.store(cpu, 1));
            kernel.task("poller", cpu -> {
                kernel.timers().addTimer(cpu, timer);
                pollUntilSet(cpu, flag);
            });
        }));
    }

    @Test
    void withInterruptsOffTheTimerNeverComes() {
        assertLivelock(Searches.explore(ONE, 1, false, kernel -> {
            Word flag = kernel.word("flag", 0);
            Timer timer = kernel.timers().timer("timer", cpu -> flag.store(cpu, 1));
            kernel.task("poller", cpu -> {
                kernel.timers().addTimer(cpu, timer);
                cpu.cli();
                pollUntilSet(cpu, flag);
                cpu.sti();
            });
        }));
    }

    /** The lock is free again and again. */
    @Test
    void whoWaitsForALockThatAPollerTakesAgainAndAgainGetsItInTheEnd() {
        assertProved(Searches.explore(ONE, 2, false, kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            Word flag = kernel.word("flag", 0);
            kernel.task("poller", cpu -> {
                boolean set;
                do {
                    cpu.loopHead(0);
                    lock.lock(cpu);
                    set = flag.load(cpu) != 0;
                    lock.unlock(cpu);
                } while (!set);
            });
            kernel.task("setter", cpu -> {
                lock.lock(cpu);
                flag.store(cpu, 1);
                lock.unlock(cpu);
            });
        }));
    }

    // ---- words that are written in turn

    /** Writes its number, and retries unless it is still there. */
    private static MachineSetup.Body claim(Word word, int number, boolean ifFree) {
        return cpu -> {
            int found;
            do {
                cpu.loopHead(0);
                int old = ifFree ? 0 : word.load(cpu);
                cpu.compareExchange(word.address(), old, number);
                found = word.load(cpu);
                if (ifFree && found == number) {
                    cpu.compareExchange(word.address(), number, 0);
                }
            } while (found != number);
        };
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void twoThatOverwriteEachOtherMayDoSoForEverButNotIfTheyWaitUntilItIsFree(boolean ifFree) {
        Verdict verdict = Searches.explore(ONE, 2, false, kernel -> {
            Word word = kernel.word("owner", 0);
            kernel.task("one", claim(word, 1, ifFree));
            kernel.task("two", claim(word, 2, ifFree));
        });
        if (ifFree) {
            assertProved(verdict);
        } else {
            assertLivelock(verdict);
        }
    }

    // ---- what goes on for ever, and nobody waits for

    private static void assertProved(Consumer<Kernel> program) {
        assertProved(Searches.explore(new Bounds(2, 0), 1, false, program));
        assertProved(Searches.explore(ONE, 2, true, program));
    }

    @Test
    void aTimerThatArmsItselfAgainIsNone() {
        assertProved(kernel -> {
            Timer[] itself = new Timer[1];
            itself[0] = kernel.timers().timer("timer", cpu -> kernel.timers().modTimer(cpu, itself[0]));
            kernel.task("armer", cpu -> kernel.timers().addTimer(cpu, itself[0]));
        });
    }

    @Test
    void aDaemonThatHasWorkAgainAndAgainIsNone() {
        assertProved(kernel -> {
            kernel.softirq(Softirq.NET_RX, cpu -> {});
            kernel.task("raiser", cpu -> kernel.softirqs().raise(cpu, Softirq.NET_RX));
        });
    }

    /** {@code tasklet_kill()} of one that is scheduled: it yields until the tasklet has run. */
    private static Verdict killing(boolean disabled) {
        return Searches.explore(ONE, 1, false, kernel -> {
            Tasklets tasklets = kernel.tasklets();
            Tasklet tasklet = tasklets.tasklet("tasklet", cpu -> {});
            kernel.task("killer", cpu -> {
                tasklets.schedule(cpu, tasklet);
                if (disabled) {
                    tasklets.disable(cpu, tasklet);
                }
                tasklets.kill(cpu, tasklet);
            });
        });
    }

    @Test
    void aTaskletThatIsDisabledIsNeverKilled() {
        assertProved(killing(false));
        assertLivelock(killing(true));
    }
}
