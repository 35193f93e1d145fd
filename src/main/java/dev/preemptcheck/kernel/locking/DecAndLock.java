package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;

/**
 * {@code atomic_dec_and_lock()}: drops a reference, and holds the lock if that was the last one (fact S3, PC-declock).
 *
 * @param collapses whether a kernel for one processor takes it for a mere decrement-and-test, since its lock has no word: as
 *     2.4's header does; the preempt patch switches that off
 * @param smp CONFIG_SMP
 */
public record DecAndLock(boolean collapses, boolean smp) {

    /** True if the count has come to 0; the caller holds {@code lock} then, and gives it back. */
    @CName("atomic_dec_and_lock")
    @Inlined
    public boolean decAndLock(Cpu cpu, Word count, Spinlock lock) {
        if (collapses && !smp) {
            return count.add(cpu, -1) == 0;
        }
        lock.lock(cpu);
        if (count.add(cpu, -1) == 0) {
            return true;
        }
        lock.unlock(cpu);
        return false;
    }
}
