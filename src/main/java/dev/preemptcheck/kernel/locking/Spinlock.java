package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.sched.Preemption;

/**
 * {@code spinlock_t}: holding it is a preemption-off section; the lock word itself exists on SMP only (fact 3.1).
 *
 * <p>Task context with interrupts enabled, or handlers if nobody else takes the lock with interrupts enabled.
 */
public final class Spinlock {
    private static final int FREE = 1;
    private static final int TAKEN = 0;

    private final Preemption preemption;
    private final boolean smp;
    private final int word;

    public Spinlock(Memory memory, String name, boolean smp, Preemption preemption) {
        this.preemption = preemption;
        this.smp = smp;
        this.word = memory.word(name, FREE);
    }

    @CName("spin_lock")
    @Inlined
    public void lock(Cpu cpu) {
        preemption.off(cpu);
        if (smp) {
            cpu.acquire(word, FREE, TAKEN);
        }
    }

    @CName("spin_unlock")
    @Inlined
    public void unlock(Cpu cpu) {
        if (smp) {
            cpu.release(word, FREE);
        }
        preemption.on(cpu);
    }
}
