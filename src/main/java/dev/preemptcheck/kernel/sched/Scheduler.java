package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;

/**
 * {@code schedule()} and {@code preempt_schedule()} of 2.4 with the preempt patch (fact 3.1).
 *
 * <p>The run queue is a word with a bit for every task that could run and does not. Which of them runs next is a
 * choice. 2.4 frees the run-queue lock before it switches and keeps the old task off other processors by
 * {@code has_cpu}; here the lock is held until the switch is over, by the task that is switched in: the same
 * exclusion with fewer words. Nothing sleeps yet, so the PREEMPTED mark, which keeps a task that is about to sleep on
 * the queue, has no work to do.
 */
public final class Scheduler {
    private static final int FREE = 1;
    private static final int TAKEN = 0;

    private final KernelConfig config;
    private final TaskTable tasks;
    private final Preemption preemption;
    private final Word runQueue;
    private final int lock;

    /**
     * Lays out the scheduler's words.
     *
     * @param waiting tasks that wait for a processor at boot, a bit each
     */
    public Scheduler(MachineSetup setup, KernelConfig config, TaskTable tasks, int waiting) {
        this.config = config;
        this.tasks = tasks;
        this.preemption = new Preemption(config.preempt(), tasks, this);
        this.runQueue = new Word(setup.memory().word("runqueue", waiting));
        this.lock = setup.memory().word("runqueue_lock", FREE);
    }

    public Preemption preemption() {
        return preemption;
    }

    /** {@code preempt_schedule()}: count 0, task context; returns when no reschedule is due. */
    public void preemptSchedule(Cpu cpu) {
        Task current = tasks.current(cpu);
        while (current.needResched().load(cpu) != 0) {
            preemption.off(cpu);
            reschedule(cpu);
            preemption.onNoResched(cpu);
        }
    }

    /** {@code schedule()} for a task that could go on. */
    @CName("schedule")
    @Inlined
    public void reschedule(Cpu cpu) {
        schedule(cpu, true);
    }

    /** The end of {@code do_exit()}: the caller's stack is left for good, so the caller must return at once. */
    @CName("do_exit")
    public void exit(Cpu cpu) {
        schedule(cpu, false);
    }

    /** First step of a new task: {@code schedule_tail()}. */
    @Inlined
    public void scheduleTail(Cpu cpu) {
        if (config.smp()) {
            cpu.release(lock, FREE);
        }
        cpu.sti();
        preemption.onNoResched(cpu);
    }

    /** What a processor does that has nothing to run: {@code cpu_idle()}, polling the run queue. */
    public void cpuIdle(Cpu cpu) {
        for (; ; ) {
            cpu.forget(0);
            cpu.awaitNonZero(runQueue.address());
            schedule(cpu, false);
        }
    }

    private void schedule(Cpu cpu, boolean canGoOn) {
        Task prev = tasks.current(cpu);
        preemption.off(cpu);
        cpu.cli();
        if (config.smp()) {
            cpu.acquire(lock, FREE, TAKEN);
        }
        prev.needResched().store(cpu, 0);
        int waiting = runQueue.load(cpu);
        int next = pick(cpu, prev, waiting, canGoOn);
        if (next != prev.id()) {
            int others = waiting & ~(1 << next);
            runQueue.store(cpu, canGoOn && !prev.idle() ? others | 1 << prev.id() : others);
            switchMm(cpu, prev, tasks.get(next));
            if (!canGoOn && !prev.idle()) {
                cpu.retire();
                cpu.switchTo(next);
                return;
            }
            cpu.switchTo(next);
        }
        scheduleTail(cpu);
    }

    private int pick(Cpu cpu, Task prev, int waiting, boolean canGoOn) {
        if (canGoOn && !prev.idle()) {
            return cpu.pick(waiting | 1 << prev.id(), true);
        }
        return waiting != 0 ? cpu.pick(waiting, false) : cpu.cpuId();
    }

    /** Asserts under CONFIG_PREEMPT that preemption is off (2.4.2 text, fact 3.1). An idle task borrows the old mm. */
    @Inlined
    private void switchMm(Cpu cpu, Task prev, Task next) {
        if (config.preempt() && prev.preemptCount().load(cpu) == 0) {
            throw cpu.bug("BUG-switch-mm-preemptible", "include/asm/mmu_context.h");
        }
        if (!next.idle()) {
            cpu.loadCr3(next.pgd());
        }
    }
}
