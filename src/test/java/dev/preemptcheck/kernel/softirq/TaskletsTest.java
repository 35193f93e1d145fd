package dev.preemptcheck.kernel.softirq;

import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.kernel.Inside;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of tasklets that are scheduled, disabled and killed. */
final class TaskletsTest {
    private static final int IRQ = 11;

    /** An interrupt that may come on both processors asks for the function, by a tasklet or by a softirq of its own. */
    private static Verdict askedForTwice(boolean tasklet) {
        return Searches.explore(new Bounds(2, 0), 2, false, kernel -> {
            Word inside = kernel.word("inside", 0);
            if (tasklet) {
                Tasklets tasklets = kernel.tasklets();
                Tasklet one = tasklets.tasklet("tasklet", cpu -> Inside.alone(cpu, inside));
                kernel.irq(IRQ, cpu -> tasklets.schedule(cpu, one));
            } else {
                kernel.softirq(Softirq.NET_RX, cpu -> Inside.alone(cpu, inside));
                kernel.irq(IRQ, cpu -> kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX));
            }
            kernel.task("task", cpu -> {});
        });
    }

    @Test
    void aTaskletNeverRunsOnTwoProcessorsAtOnce() {
        assertThat(askedForTwice(true)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void aSoftirqDoes() {
        assertOnly(askedForTwice(false), "both-inside");
    }

    /** A task schedules it twice, with bottom halves off or on; it may run at most {@code most} times. */
    private static Verdict scheduledTwice(boolean bhOff, int most) {
        return Searches.explore(new Bounds(1, 0), 1, false, kernel -> {
            Tasklets tasklets = kernel.tasklets();
            Word runs = kernel.word("runs", 0);
            Tasklet tasklet = tasklets.tasklet("tasklet", cpu -> {
                if (runs.add(cpu, 1) > most) {
                    throw cpu.bug("ran-too-often", "");
                }
            });
            kernel.task("task", cpu -> {
                if (bhOff) {
                    kernel.softirqs().bhDisable(cpu);
                }
                tasklets.schedule(cpu, tasklet);
                tasklets.schedule(cpu, tasklet);
                if (bhOff) {
                    kernel.softirqs().bhEnable(cpu);
                }
            });
        });
    }

    @Test
    void scheduledTwiceBeforeItRunsItRunsOnce() {
        assertThat(scheduledTwice(true, 1)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void itDoesRun() {
        assertOnly(scheduledTwice(true, 0), "ran-too-often");
    }

    @Test
    void scheduledAgainAfterItRanItRunsAgain() {
        assertOnly(scheduledTwice(false, 1), "ran-too-often");
    }

    /** A task disables the tasklet, and uses what its function uses. */
    private static Verdict disabled(int cpus, boolean waits) {
        return Searches.explore(new Bounds(1, 0), cpus, false, kernel -> {
            Tasklets tasklets = kernel.tasklets();
            Word inside = kernel.word("inside", 0);
            Tasklet tasklet = tasklets.tasklet("tasklet", cpu -> Inside.alone(cpu, inside));
            kernel.irq(IRQ, cpu -> tasklets.schedule(cpu, tasklet));
            kernel.task("task", cpu -> {
                if (waits) {
                    tasklets.disable(cpu, tasklet);
                } else {
                    tasklets.disableNosync(cpu, tasklet);
                }
                Inside.alone(cpu, inside);
                tasklets.enable(cpu, tasklet);
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true"})
    void aDisabledTaskletDoesNotRun(int cpus, boolean waits) {
        assertThat(disabled(cpus, waits)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void disabledWithoutWaitingItMayStillRunOnAnotherProcessor() {
        assertOnly(disabled(2, false), "both-inside");
    }

    /** One schedules the tasklet; the other kills it, or does not, and frees what its function uses. */
    private static void scheduledAndFreed(Kernel kernel, boolean kills) {
        Tasklets tasklets = kernel.tasklets();
        Word object = kernel.word("object", 0);
        MarkedWord scheduled = MarkedWord.create(kernel.setup(), "scheduled", 0, "says once that it may be killed");
        Tasklet tasklet = tasklets.tasklet("tasklet", cpu -> object.add(cpu, 1));
        kernel.task("scheduler", cpu -> {
            tasklets.schedule(cpu, tasklet);
            scheduled.storeOnce(cpu, 1);
        });
        kernel.task("freer", cpu -> {
            if (scheduled.loadOnce(cpu) == 0) {
                return;
            }
            if (kills) {
                tasklets.kill(cpu, tasklet);
            }
            object.store(cpu, -1);
            cpu.free(object.address(), 1);
        });
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void aKilledTaskletRunsNoMore(int cpus, boolean preempt) {
        assertThat(Searches.explore(new Bounds(0, 1), cpus, preempt, kernel -> scheduledAndFreed(kernel, true)))
                .isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void oneThatIsNotKilledMay() {
        assertOnly(Searches.explore(new Bounds(0, 1), 2, false, kernel -> scheduledAndFreed(kernel, false)), "D23");
    }
}
