package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.sched.Scheduler;

/**
 * {@code kmalloc(GFP_KERNEL)} of a kernel that is short of memory: each call has pages freed first, and gives others a chance before
 * that. What it gives is not modelled, and it never fails (fact S7).
 *
 * @param scheduler who may run meanwhile
 */
public record Kmalloc(Scheduler scheduler) {

    /** Task context, may sleep. */
    @CName("kmalloc")
    public void allocate(Cpu cpu) {
        cpu.maySleep();
        cpu.enterScope();
        scheduler.condResched(cpu);
        cpu.leaveScope();
    }
}
