package dev.preemptcheck.kernel.workqueue;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.timer.Timers;
import dev.preemptcheck.kernel.wait.WaitQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code struct workqueue_struct} of 2.6.9 (fact S14): a worker on each processor does what is queued there, in order.
 *
 * <p>A piece of work is on one list at most: whoever sets its pending bit puts it there. The worker takes it off under the
 * lock, and clears the bit before it calls the function. Who flushes waits until as many are done as had been put on the list
 * when it came. At most seven pieces wait in a queue, and sequence numbers grow, so that work that queues itself again
 * without end is no finite program.
 */
public final class Workqueue {
    private static final int WORKS_MAX = 7;

    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final PendingOrder order;
    private final List<Work> works = new ArrayList<>();
    private final List<CpuWorkqueue> queues = new ArrayList<>();
    private final List<Task> workers = new ArrayList<>();

    /** Lays out the queue of each processor. */
    public Workqueue(
            MachineSetup setup,
            KernelConfig config,
            String name,
            TaskTable tasks,
            Scheduler scheduler,
            PendingOrder order) {
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.order = order;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            queues.add(queue(setup, config.smp(), name + "[" + cpu + "]"));
        }
    }

    private CpuWorkqueue queue(MachineSetup setup, boolean smp, String name) {
        return new CpuWorkqueue(
                new Spinlock(setup, name + ".lock", smp, scheduler.preemption()),
                MarkedWord.create(
                        setup,
                        name + ".worklist",
                        0,
                        "the worker looks whether it is empty; it changes under the lock"),
                new Word(setup.memory().word(name + ".insert_sequence", 0)),
                new Word(setup.memory().word(name + ".remove_sequence", 0)),
                new WaitQueue(setup, name + ".more_work", smp, tasks, scheduler),
                new WaitQueue(setup, name + ".work_done", smp, tasks, scheduler));
    }

    /** The thread that serves a processor's queue, where it sleeps at boot; said for each, in their order. */
    public void servedBy(MachineSetup setup, int processor, Task worker) {
        CpuWorkqueue queue = queues.get(processor);
        workers.add(worker);
        queue.moreWork().atBoot(setup, worker);
        setup.work(queue.worklist().address(), worker.id(), processor);
    }

    /** {@code INIT_WORK()}, while the kernel is wired. */
    public Work work(MachineSetup setup, String name, MachineSetup.Body function) {
        if (works.size() == WORKS_MAX) {
            throw new IllegalArgumentException("at most " + WORKS_MAX + " pieces of work can be modelled");
        }
        MarkedWord pending =
                MarkedWord.create(setup, name + ".pending", 0, "one bit that changes by locked instructions");
        Work work = new Work(works.size() + 1, pending, function);
        works.add(work);
        return work;
    }

    /** The same for work that may be delayed. */
    public DelayedWork delayedWork(MachineSetup setup, String name, Timers timers, MachineSetup.Body function) {
        Work work = work(setup, name, function);
        return new DelayedWork(work, timers.timer(name + ".timer", cpu -> delayedWorkTimer(cpu, work)));
    }

    // ---- queueing

    /** {@code queue_work()}: any context; true if it was not pending. */
    @CName("queue_work")
    public boolean queueWork(Cpu cpu, Work work) {
        Preemption preemption = scheduler.preemption();
        preemption.off(cpu);
        boolean queued = !cpu.setBit(work.pending().address(), 0);
        if (queued) {
            insert(cpu, work);
        }
        preemption.on(cpu);
        return queued;
    }

    /** {@code queue_delayed_work()}: any context; true if it was not pending. Its timer queues it at a tick. */
    @CName("queue_delayed_work")
    public boolean queueDelayedWork(Cpu cpu, DelayedWork delayed, Timers timers) {
        boolean queued = !cpu.setBit(delayed.work().pending().address(), 0);
        if (queued) {
            timers.addTimer(cpu, delayed.timer());
        }
        return queued;
    }

    /** {@code cancel_delayed_work()}: task context; true if it will not be queued. If not it may be queued, or run. */
    @CName("cancel_delayed_work")
    public boolean cancelDelayedWork(Cpu cpu, DelayedWork delayed, Timers timers) {
        boolean cancelled = timers.delTimerSync(cpu, delayed.timer());
        if (cancelled) {
            cpu.clearBit(delayed.work().pending().address(), 0);
        }
        return cancelled;
    }

    @CName("delayed_work_timer_fn")
    private void delayedWorkTimer(Cpu cpu, Work work) {
        insert(cpu, work);
    }

    /** Preemption is off, or this is the timer's softirq. */
    @CName("__queue_work")
    private void insert(Cpu cpu, Work work) {
        CpuWorkqueue queue = queues.get(cpu.cpuId());
        boolean enabled = queue.lock().lockIrqSave(cpu);
        queue.addTail(cpu, work);
        queue.inserted().store(cpu, queue.inserted().load(cpu) + 1);
        queue.moreWork().wakeUp(cpu);
        queue.lock().unlockIrqRestore(cpu, enabled);
    }

    // ---- working

    /** {@code worker_thread()} of that processor, from where it is woken first. */
    @CName("worker_thread")
    public void worker(Cpu cpu, int processor) {
        CpuWorkqueue queue = queues.get(processor);
        for (; ; ) {
            cpu.forget(0);
            queue.moreWork().removeWaitQueue(cpu);
            if (queue.worklist().loadOnce(cpu) != 0) {
                runWorkqueue(cpu, queue);
            }
            scheduler.setCurrentState(cpu, TaskState.INTERRUPTIBLE);
            queue.moreWork().addWaitQueue(cpu);
            if (queue.worklist().loadOnce(cpu) == 0) {
                scheduler.schedule(cpu);
            } else {
                scheduler.setCurrentState(cpu, TaskState.RUNNING);
            }
        }
    }

    @CName("run_workqueue")
    private void runWorkqueue(Cpu cpu, CpuWorkqueue queue) {
        boolean enabled = queue.lock().lockIrqSave(cpu);
        cpu.enterScope();
        while (queue.worklist().loadOnce(cpu) != 0) {
            cpu.forget(0);
            Work work = works.get(queue.removeFirst(cpu) - 1);
            queue.lock().unlockIrqRestore(cpu, enabled);
            call(cpu, work);
            queue.lock().lockIrqSave(cpu);
            queue.removed().store(cpu, queue.removed().load(cpu) + 1);
            queue.workDone().wakeUp(cpu);
        }
        cpu.leaveScope();
        queue.lock().unlockIrqRestore(cpu, enabled);
    }

    @Inlined
    private void call(Cpu cpu, Work work) {
        if (order == PendingOrder.CLEAR_FIRST) {
            cpu.clearBit(work.pending().address(), 0);
        }
        work.function().run(cpu);
        if (order == PendingOrder.CLEAR_LAST) {
            cpu.clearBit(work.pending().address(), 0);
        }
    }

    // ---- waiting for it

    /** {@code flush_workqueue()}: returns when all that had been queued before is done; task context, may sleep. */
    @CName("flush_workqueue")
    public void flushWorkqueue(Cpu cpu) {
        cpu.maySleep();
        for (int processor = 0; processor < queues.size(); processor++) {
            CpuWorkqueue queue = queues.get(processor);
            if (tasks.current(cpu).equals(workers.get(processor))) {
                runWorkqueue(cpu, queue);
            } else {
                flush(cpu, queue);
            }
        }
    }

    @CName("flush_cpu_workqueue")
    private void flush(Cpu cpu, CpuWorkqueue queue) {
        cpu.enterScope();
        queue.lock().lockIrq(cpu);
        int needed = queue.inserted().load(cpu);
        cpu.enterScope();
        while (needed - queue.removed().load(cpu) > 0) {
            cpu.forget(0);
            queue.workDone().prepareToWait(cpu, TaskState.UNINTERRUPTIBLE);
            queue.lock().unlockIrq(cpu);
            scheduler.schedule(cpu);
            queue.lock().lockIrq(cpu);
        }
        cpu.leaveScope();
        queue.workDone().finishWait(cpu);
        queue.lock().unlockIrq(cpu);
        cpu.leaveScope();
    }
}
