package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Preemption;

/**
 * {@code mm_struct}: the lock that guards a task's page table.
 *
 * @param pageTableLock {@code page_table_lock}: taken with preemption on, task context only
 */
public record AddressSpace(Spinlock pageTableLock) {

    public static AddressSpace create(Memory memory, String owner, boolean smp, Preemption preemption) {
        return new AddressSpace(new Spinlock(memory, owner + ".page_table_lock", smp, preemption));
    }
}
