package dev.preemptcheck.kernel.wait;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskTable;

/**
 * {@code wait_queue_head_t}: tasks that wait for something, a bit each, under a lock that handlers may take.
 *
 * <p>A waiter puts itself on the queue and says that it is about to sleep, looks at its condition, and only then calls
 * {@code schedule()}; who makes the condition true wakes afterwards. That order is what no wake-up is lost by.
 */
public final class WaitQueue {
    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final Spinlock lock;
    private final Word waiters;

    public WaitQueue(MachineSetup setup, String name, boolean smp, TaskTable tasks, Scheduler scheduler) {
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.lock = new Spinlock(setup, name + ".lock", smp, scheduler.preemption());
        this.waiters = new Word(setup.memory().word(name + ".waiters", 0));
    }

    /** {@code prepare_to_wait()}: task context. */
    @CName("prepare_to_wait")
    public void prepareToWait(Cpu cpu, int state) {
        Task current = tasks.current(cpu);
        boolean enabled = lock.lockIrqSave(cpu);
        waiters.store(cpu, waiters.load(cpu) | current.bit());
        scheduler.setCurrentState(cpu, state);
        lock.unlockIrqRestore(cpu, enabled);
    }

    /** {@code finish_wait()}: task context. */
    @CName("finish_wait")
    public void finishWait(Cpu cpu) {
        Task current = tasks.current(cpu);
        scheduler.setCurrentState(cpu, TaskState.RUNNING);
        boolean enabled = lock.lockIrqSave(cpu);
        waiters.store(cpu, waiters.load(cpu) & ~current.bit());
        lock.unlockIrqRestore(cpu, enabled);
    }

    /** {@code add_wait_queue()}: task context; the caller says itself when it is about to sleep. */
    @CName("add_wait_queue")
    public void addWaitQueue(Cpu cpu) {
        boolean enabled = lock.lockIrqSave(cpu);
        waiters.store(cpu, waiters.load(cpu) | tasks.current(cpu).bit());
        lock.unlockIrqRestore(cpu, enabled);
    }

    /** {@code remove_wait_queue()}: task context. */
    @CName("remove_wait_queue")
    public void removeWaitQueue(Cpu cpu) {
        boolean enabled = lock.lockIrqSave(cpu);
        waiters.store(cpu, waiters.load(cpu) & ~tasks.current(cpu).bit());
        lock.unlockIrqRestore(cpu, enabled);
    }

    /** The task sleeps on the queue at boot. */
    public void atBoot(MachineSetup setup, Task sleeper) {
        setup.memory().atBoot(waiters.address(), sleeper.bit());
    }

    /** {@code wait_event()}: sleeps until the word is not 0; task context. */
    @CName("wait_event")
    public void waitFor(Cpu cpu, Word condition) {
        cpu.maySleep();
        cpu.enterScope();
        for (; ; ) {
            cpu.forget(0);
            prepareToWait(cpu, TaskState.UNINTERRUPTIBLE);
            if (condition.load(cpu) != 0) {
                break;
            }
            scheduler.schedule(cpu);
        }
        finishWait(cpu);
        cpu.leaveScope();
    }

    /** {@code wake_up()}: any context. */
    @CName("__wake_up")
    public void wakeUp(Cpu cpu) {
        boolean enabled = lock.lockIrqSave(cpu);
        wakeUpLocked(cpu);
        lock.unlockIrqRestore(cpu, enabled);
    }

    // ---- for who holds the queue's lock

    Spinlock lock() {
        return lock;
    }

    /** {@code __wake_up_common()}: the caller holds the lock, with interrupts off. */
    @Inlined
    void wakeUpLocked(Cpu cpu) {
        for (int rest = waiters.load(cpu); rest != 0; rest &= rest - 1) {
            scheduler.wakeUp(cpu, tasks.get(Integer.numberOfTrailingZeros(rest)));
        }
    }

    /** {@code __add_wait_queue_tail()}, and the caller's state; the caller holds the lock, with interrupts off. */
    @Inlined
    void addLocked(Cpu cpu) {
        waiters.store(cpu, waiters.load(cpu) | tasks.current(cpu).bit());
        scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
    }

    /** {@code __remove_wait_queue()}, of a caller that is awake and holds the lock, with interrupts off. */
    @Inlined
    void removeLocked(Cpu cpu) {
        scheduler.setCurrentState(cpu, TaskState.RUNNING);
        waiters.store(cpu, waiters.load(cpu) & ~tasks.current(cpu).bit());
    }

    /** Gives the lock back, sleeps unless woken since {@link #addLocked}, and takes it again. */
    @Inlined
    void sleepUnlocked(Cpu cpu) {
        lock.unlockIrq(cpu);
        scheduler.schedule(cpu);
        lock.lockIrq(cpu);
    }
}
