package dev.preemptcheck.kernel.workqueue;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.wait.WaitQueue;

/**
 * {@code struct cpu_workqueue_struct}: what one worker has to do, oldest first.
 *
 * @param lock guards everything but a look at whether the list is empty; taken with interrupts off
 * @param worklist numbers of pieces of work in four bits each, the oldest lowest; 0 if there is none
 * @param inserted how many were ever put on the list
 * @param removed how many of them are done
 * @param moreWork where the worker sleeps
 * @param workDone where those sleep who flush
 */
record CpuWorkqueue(
        Spinlock lock, MarkedWord worklist, Word inserted, Word removed, WaitQueue moreWork, WaitQueue workDone) {
    private static final int BITS = 4;

    /** {@code list_add_tail()}: the caller holds the lock. */
    @Inlined
    void addTail(Cpu cpu, Work work) {
        int list = worklist.loadOnce(cpu);
        int length = (Integer.SIZE - Integer.numberOfLeadingZeros(list) + BITS - 1) / BITS;
        worklist.storeOnce(cpu, list | work.number() << (BITS * length));
    }

    /** {@code list_del_init()} of the first, which is given: the caller holds the lock, and there is one. */
    @Inlined
    int removeFirst(Cpu cpu) {
        int list = worklist.loadOnce(cpu);
        worklist.storeOnce(cpu, list >>> BITS);
        return list & ((1 << BITS) - 1);
    }
}
