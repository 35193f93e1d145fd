package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.kernel.locking.Spinlock;

/**
 * {@code mm_struct}: the lock that guards a task's page table.
 *
 * @param pageTableLock {@code page_table_lock}: taken with preemption on, task context only
 */
public record AddressSpace(Spinlock pageTableLock) {}
