package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.softirq.Softirqs;

/**
 * {@code spinlock_t}: holding it is a preemption-off section; the lock word itself exists on SMP only (fact 3.1).
 *
 * <p>The plain form is for locks that handlers don't take. The {@code Irq} forms keep handlers of this processor out, and
 * are the only ones that may be used with interrupts off.
 */
public final class Spinlock {
    private static final int FREE = 1;
    private static final int TAKEN = 0;

    private final Preemption preemption;
    private final boolean smp;
    private final int word;
    private final int lock;
    private final LockUse use;

    public Spinlock(MachineSetup setup, String name, boolean smp, Preemption preemption) {
        this(setup, name, smp, preemption, LockUse.EXCLUSIVE);
    }

    /** @param use what it is to who watches */
    Spinlock(MachineSetup setup, String name, boolean smp, Preemption preemption, LockUse use) {
        this.use = use;
        this.preemption = preemption;
        this.smp = smp;
        this.word = smp ? setup.memory().word(name, FREE) : 0;
        this.lock = setup.lock(name);
    }

    @CName("spin_lock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void lock(Cpu cpu) {
        preemption.off(cpu);
        if (smp) {
            cpu.acquire(word, FREE, TAKEN);
        }
        cpu.locked(lock, use);
    }

    @CName("spin_unlock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void unlock(Cpu cpu) {
        release(cpu);
        preemption.on(cpu);
    }

    /** {@code spin_trylock()}: true if it was free; a failure leaves preemption as it was. */
    @CName("spin_trylock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public boolean tryLock(Cpu cpu) {
        preemption.off(cpu);
        if (smp && cpu.exchange(word, TAKEN) != FREE) {
            preemption.on(cpu);
            return false;
        }
        cpu.locked(lock, LockUse.TRIED);
        return true;
    }

    /** {@code spin_lock_bh()}: no softirq runs on this processor meanwhile. */
    @CName("spin_lock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void lockBh(Cpu cpu, Softirqs softirqs) {
        softirqs.bhDisable(cpu);
        lock(cpu);
    }

    /** {@code spin_unlock_bh()}: the resched check is the last thing that enabling bottom halves does. */
    @CName("spin_unlock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void unlockBh(Cpu cpu, Softirqs softirqs) {
        release(cpu);
        preemption.onNoResched(cpu);
        softirqs.bhEnable(cpu);
    }

    /** {@code spin_lock_irq()}: the caller has interrupts on. */
    @CName("spin_lock_irq")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void lockIrq(Cpu cpu) {
        cpu.cli();
        lock(cpu);
    }

    /** {@code spin_unlock_irq()}. */
    @CName("spin_unlock_irq")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void unlockIrq(Cpu cpu) {
        release(cpu);
        cpu.sti();
        preemption.on(cpu);
    }

    /** {@code spin_lock_irqsave()}; gives what {@link #unlockIrqRestore} needs. */
    @CName("spin_lock_irqsave")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public boolean lockIrqSave(Cpu cpu) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        lock(cpu);
        return enabled;
    }

    /** {@code spin_unlock_irqrestore()}: interrupts first, so that the preemption point is one. */
    @CName("spin_unlock_irqrestore")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void unlockIrqRestore(Cpu cpu, boolean enabled) {
        release(cpu);
        if (enabled) {
            cpu.sti();
        }
        preemption.on(cpu);
    }

    /**
     * {@code cond_resched_lock()} of 2.6.9: the holder gives others a chance, without the lock meanwhile; true if it did, so that
     * what the lock guards may have changed. Task context, this lock alone held.
     */
    @CName("cond_resched_lock")
    public boolean condReschedLock(Cpu cpu, Scheduler scheduler) {
        if (!scheduler.needResched(cpu)) {
            return false;
        }
        release(cpu);
        preemption.onNoResched(cpu);
        scheduler.condReschedNow(cpu);
        lock(cpu);
        return true;
    }

    @Inlined
    private void release(Cpu cpu) {
        cpu.unlocked(lock);
        if (smp) {
            cpu.release(word, FREE);
        }
    }
}
