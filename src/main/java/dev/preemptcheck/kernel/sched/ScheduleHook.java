package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;

/** What {@code schedule()} does first and last, without the run queue's lock and with preemption off. */
public interface ScheduleHook {

    /** {@code prev}, which calls it, may be about to leave the processor; IF as the caller has it. */
    void scheduleBegins(Cpu cpu, Task prev);

    /** {@code current} goes on, on whatever processor that is, or begins; IF=1. Not called for who has ended. */
    void scheduleEnds(Cpu cpu, Task current);
}
