package dev.preemptcheck.kernel.softirq;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskTraits.DaemonContext;

/**
 * {@code cond_resched_softirq()} and who calls it: how a softirq's loop gives others a chance (fact S5, voluntary-preempt on
 * 2.6.9-rc1).
 *
 * <p>It drops what a softirq adds to the count, schedules, and adds it again. That is right only if that was all there was.
 */
public final class SoftirqResched {
    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final SoftirqReschedVariant variant;

    public SoftirqResched(TaskTable tasks, Scheduler scheduler, SoftirqReschedVariant variant) {
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.variant = variant;
    }

    /** What the softirq's loop calls between two pieces of work; returns true if others ran. */
    @Inlined
    public boolean betweenPieces(Cpu cpu) {
        return variant == SoftirqReschedVariant.SQ_1 ? condReschedAll(cpu) : condReschedSoftirq(cpu);
    }

    /** {@code cond_resched_all()}: asks the bits of the count what it is in. */
    @CName("cond_resched_all")
    private boolean condReschedAll(Cpu cpu) {
        CountFields count = CountFields.decode(tasks.current(cpu).preemptCount().load(cpu));
        if (count.inSoftirq()) {
            return condReschedSoftirq(cpu);
        }
        if (count.inAtomic(false)) {
            return false;
        }
        scheduler.condResched(cpu);
        return true;
    }

    @CName("cond_resched_softirq")
    private boolean condReschedSoftirq(Cpu cpu) {
        Task current = tasks.current(cpu);
        if (variant == SoftirqReschedVariant.SQ_2 && !inSoftirq(cpu, current)) {
            throw cpu.bug("BUG-not-in-softirq", "kernel/sched.c");
        }
        if (current.needResched().load(cpu) == 0 || !mayDrop(cpu, current)) {
            return false;
        }
        current.preemptCount().add(cpu, -CountFields.SOFTIRQ_OFFSET);
        scheduler.schedule(cpu);
        current.preemptCount().add(cpu, CountFields.SOFTIRQ_OFFSET);
        return true;
    }

    /** SQ-3 asserts that there is as much as is subtracted; SQ-4 that there is exactly so much. */
    private boolean mayDrop(Cpu cpu, Task current) {
        return switch (variant) {
            case SQ_0, SQ_1, SQ_2 -> true;
            case SQ_3 -> {
                if (CountFields.SOFTIRQ_OFFSET > current.preemptCount().load(cpu)) {
                    throw cpu.bug("BUG-count-underflow", "kernel/sched.c");
                }
                yield true;
            }
            case SQ_4 -> (current.preemptCount().load(cpu) & ~CountFields.PREEMPT_ACTIVE) == CountFields.SOFTIRQ_OFFSET;
        };
    }

    /** {@code in_softirq()} of the voluntary-preempt tree: by the bits, or by {@code PF_SOFTIRQ} (fact 3.2). */
    private static boolean inSoftirq(Cpu cpu, Task current) {
        return current.traits().context() == DaemonContext.SOFTIRQ
                || CountFields.decode(current.preemptCount().load(cpu)).inSoftirq();
    }
}
