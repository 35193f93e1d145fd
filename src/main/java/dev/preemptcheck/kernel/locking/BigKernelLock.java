package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.ScheduleHook;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskWords;

/**
 * The big kernel lock: a spinlock that a task may take as often as it likes, and that {@code schedule()} gives back for as long
 * as the task does not run.
 *
 * <p>The task's {@code lock_depth} says how often it holds the lock, less one: -1 if it does not. It grows once the lock is
 * there and falls before the lock goes, so that whoever could be preempted has -1: who holds the lock holds a spinlock, has
 * preemption off by one, and loses the lock by its own calls to {@code schedule()} only. One processor has no lock word; there
 * preemption off is what keeps others out. Without {@code CONFIG_SMP} and {@code CONFIG_PREEMPT} it is nothing at all.
 *
 * <p>Source: facts 3.1 (real on UP+P) and 3.2 ({@code in_atomic()} allows for it); 2.4 with the preempt patch and 2.6.9, whose
 * code for it is the same. The lock that is a semaphore and stays with who is preempted came after 2.6.9.
 */
public final class BigKernelLock implements ScheduleHook {
    private static final int NOT_HELD = -1;

    private final boolean configured;
    private final TaskTable tasks;
    private final TaskWords depths;
    private final Spinlock flag;

    /** Lays out the lock and each task's depth, and tells the scheduler. */
    public BigKernelLock(MachineSetup setup, KernelConfig config, TaskTable tasks, Scheduler scheduler) {
        this.configured = config.smp() || config.preempt();
        this.tasks = tasks;
        this.depths = tasks.words(setup, "lock_depth", NOT_HELD);
        this.flag = new Spinlock(setup, "kernel_flag", config.smp(), scheduler.preemption(), LockUse.DROPPED);
        if (configured) {
            scheduler.atSchedule(this);
        }
    }

    /** {@code lock_kernel()}: task context; others of the caller's locks must be taken after it, but for those that sleep. */
    @CName("lock_kernel")
    @Inlined
    public void lockKernel(Cpu cpu) {
        if (configured) {
            Word depth = depths.of(tasks.current(cpu));
            int before = depth.load(cpu);
            if (before == NOT_HELD) {
                flag.lock(cpu);
            }
            depth.store(cpu, before + 1);
        }
    }

    /** {@code unlock_kernel()}: by who called {@link #lockKernel} once more than this; a BUG otherwise. */
    @CName("unlock_kernel")
    @Inlined
    public void unlockKernel(Cpu cpu) {
        if (configured) {
            Word depth = depths.of(tasks.current(cpu));
            int before = depth.load(cpu);
            if (before == NOT_HELD) {
                throw cpu.bug("BUG-kernel-not-locked", "include/linux/smp_lock.h");
            }
            depth.store(cpu, before - 1);
            if (before == 0) {
                flag.unlock(cpu);
            }
        }
    }

    /** {@code kernel_locked()} of 2.6: whether the caller holds it, true where there is none; task context. */
    @CName("kernel_locked")
    @Inlined
    public boolean kernelLocked(Cpu cpu) {
        return !configured || isHeldBy(cpu, tasks.current(cpu));
    }

    private boolean isHeldBy(Cpu cpu, Task task) {
        return depths.of(task).load(cpu) != NOT_HELD;
    }

    /** {@code release_kernel_lock()}. */
    @Override
    @CName("release_kernel_lock")
    @Inlined
    public void scheduleBegins(Cpu cpu, Task prev) {
        if (isHeldBy(cpu, prev)) {
            flag.unlock(cpu);
        }
    }

    /** {@code reacquire_kernel_lock()}. */
    @Override
    @CName("reacquire_kernel_lock")
    @Inlined
    public void scheduleEnds(Cpu cpu, Task current) {
        if (isHeldBy(cpu, current)) {
            flag.lock(cpu);
        }
    }
}
