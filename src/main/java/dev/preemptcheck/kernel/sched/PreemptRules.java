package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.kernel.KernelConfig;

/**
 * How a kernel preempts: two things that differ between the preempt patch of 2.4.2, its descendants, and 2.6.
 *
 * @param mark how {@code schedule()} learns that a task was preempted and didn't ask to be switched out
 * @param interruptCheck whether {@code preempt_schedule()} returns at once while interrupts are off: PC-1, against PC-0 of
 *     2.4.2 (fact 3.1)
 */
public record PreemptRules(Mark mark, boolean interruptCheck) {

    /** Where the mark of a preempted task is kept (fact S3, PC-mark and PC-nomark). */
    public enum Mark {
        /** In the task's state: {@code state |= TASK_PREEMPTED}, an instruction without a lock prefix (2.4.2). */
        STATE,
        /** In its count: {@code PREEMPT_ACTIVE} (2.4.20, 2.6). */
        COUNT,
        /** Nowhere. */
        NONE
    }

    /** What the kernel of that version does. */
    public static PreemptRules of(KernelConfig config) {
        return new PreemptRules(config.version().countFields() ? Mark.COUNT : Mark.STATE, true);
    }
}
