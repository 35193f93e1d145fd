package dev.preemptcheck.kernel.workqueue;

import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.timer.Timers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of work that is queued, delayed, flushed and cancelled. */
final class WorkqueueTest {
    private static final int IRQ = 11;

    /** A task queues it twice; it may run at most {@code most} times. */
    private static Verdict queuedTwice(boolean preempt, int most) {
        return Searches.explore(new Bounds(1, 1), 1, preempt, kernel -> {
            Workqueue queue = kernel.workqueue("events", PendingOrder.CLEAR_FIRST);
            Word runs = kernel.word("runs", 0);
            Work work = queue.work(kernel.setup(), "work", cpu -> {
                if (runs.add(cpu, 1) > most) {
                    throw cpu.bug("ran-too-often", "");
                }
            });
            kernel.task("task", cpu -> {
                queue.queueWork(cpu, work);
                queue.queueWork(cpu, work);
            });
        });
    }

    @Test
    void queuedTwiceWhilePendingItRunsOnce() {
        assertThat(queuedTwice(false, 1)).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void itDoesRun() {
        assertOnly(queuedTwice(false, 0), "ran-too-often");
    }

    @Test
    void queuedAgainWhileItRunsItRunsAgain() {
        assertOnly(queuedTwice(true, 1), "ran-too-often");
    }

    /** A task and an interrupt say each that there is something to do, and queue the work that does it. */
    private static Verdict somethingToDo(int cpus, PendingOrder order) {
        return Searches.explore(new Bounds(1, 0), cpus, false, kernel -> {
            MachineSetup setup = kernel.setup();
            Workqueue queue = kernel.workqueue("events", order);
            MarkedWord todo = MarkedWord.create(setup, "todo", 0, "set before the work is queued, taken by exchange");
            Work work = queue.work(setup, "work", cpu -> todo.exchange(cpu, 0));
            for (Task task : kernel.tasks().all()) {
                if (task.name().equals("events/0")) {
                    setup.work(todo.address(), task.id(), -1);
                }
            }
            MachineSetup.Body producer = cpu -> {
                todo.storeOnce(cpu, 1);
                queue.queueWork(cpu, work);
            };
            kernel.irq(IRQ, producer);
            kernel.task("task", producer);
        });
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void noWorkIsLost(int cpus) {
        assertThat(somethingToDo(cpus, PendingOrder.CLEAR_FIRST)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void workThatIsPendingUntilItIsDoneGetsLost(int cpus) {
        assertOnly(somethingToDo(cpus, PendingOrder.CLEAR_LAST), "D8");
    }

    /** A task queues two pieces of work, waits for them or does not, and frees what they use. */
    private static void queuedAndFreed(Kernel kernel, boolean flushes) {
        Workqueue queue = kernel.workqueue("events", PendingOrder.CLEAR_FIRST);
        Word object = kernel.word("object", 0);
        Work first = queue.work(kernel.setup(), "first", cpu -> object.add(cpu, 1));
        Work second = queue.work(kernel.setup(), "second", cpu -> {
            if (object.add(cpu, 1) != 2) {
                throw cpu.bug("out-of-order", "");
            }
        });
        kernel.task("task", cpu -> {
            queue.queueWork(cpu, first);
            queue.queueWork(cpu, second);
            if (flushes) {
                queue.flushWorkqueue(cpu);
            }
            object.store(cpu, -1);
            cpu.free(object.address(), 1);
        });
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true"})
    void afterAFlushAllThatWasQueuedIsDoneInOrder(int cpus, boolean preempt) {
        assertThat(Searches.explore(new Bounds(0, 1), cpus, preempt, kernel -> queuedAndFreed(kernel, true)))
                .isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void withoutAFlushItMayNotBe() {
        assertThat(Searches.explore(new Bounds(0, 1), 1, false, kernel -> queuedAndFreed(kernel, false)))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings().toString()).contains("D23"));
    }

    /** One has work queued at a tick; the other cancels it, flushes or does not, and frees what it uses. */
    private static Verdict delayedAndFreed(int cpus, boolean flushes) {
        return Searches.explore(new Bounds(1, 0), cpus, false, kernel -> {
            Timers timers = kernel.timers();
            Workqueue queue = kernel.workqueue("events", PendingOrder.CLEAR_FIRST);
            Word object = kernel.word("object", 0);
            MarkedWord queued = MarkedWord.create(kernel.setup(), "queued", 0, "says once that it may be cancelled");
            DelayedWork work = queue.delayedWork(kernel.setup(), "work", timers, cpu -> object.add(cpu, 1));
            kernel.task("queuer", cpu -> {
                queue.queueDelayedWork(cpu, work, timers);
                queued.storeOnce(cpu, 1);
            });
            kernel.task("freer", cpu -> {
                if (queued.loadOnce(cpu) == 0) {
                    return;
                }
                if (!queue.cancelDelayedWork(cpu, work, timers) && flushes) {
                    queue.flushWorkqueue(cpu);
                }
                object.store(cpu, -1);
                cpu.free(object.address(), 1);
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void cancelledAndFlushedDelayedWorkRunsNoMore(int cpus) {
        assertThat(delayedAndFreed(cpus, true)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void cancelledOnlyItMayAlreadyBeQueued(int cpus) {
        assertOnly(delayedAndFreed(cpus, false), "D23");
    }
}
