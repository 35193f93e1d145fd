package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.softirq.Softirqs;

/**
 * {@code rwlock_t}: many readers or one writer, and a preemption-off section for each of them; the lock word exists on SMP only.
 *
 * <p>The word is {@code RW_LOCK_BIAS} when the lock is free; a reader takes 1 from it, a writer all of it. Who finds that it was
 * not to be had gives back what he took and spins until it could be. Readers pass writers that wait, so a reader may read-lock
 * again. Source: facts 3.1 and S7, 2.4 and 2.6.9 on i386.
 */
public final class ReadWriteLock {
    private static final int RW_LOCK_BIAS = 0x01000000;

    private final Preemption preemption;
    private final boolean smp;
    private final int word;
    private final int lock;

    public ReadWriteLock(MachineSetup setup, String name, boolean smp, Preemption preemption) {
        this.preemption = preemption;
        this.smp = smp;
        this.word = smp ? setup.memory().word(name, RW_LOCK_BIAS) : 0;
        this.lock = setup.lock(name);
    }

    // ---- the plain forms, for locks that nobody takes in a handler or softirq

    @CName("read_lock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void readLock(Cpu cpu) {
        preemption.off(cpu);
        rawReadLock(cpu);
    }

    /** {@code _raw_read_lock()}: the caller has preemption off. */
    @Inlined
    void rawReadLock(Cpu cpu) {
        take(cpu, 1);
        cpu.locked(lock, LockUse.SHARED_RECURSIVE);
    }

    @CName("read_unlock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void readUnlock(Cpu cpu) {
        rawReadUnlock(cpu);
        preemption.on(cpu);
    }

    /** {@code _raw_read_unlock()}. */
    @Inlined
    void rawReadUnlock(Cpu cpu) {
        giveBack(cpu, 1);
    }

    @CName("write_lock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void writeLock(Cpu cpu) {
        preemption.off(cpu);
        take(cpu, RW_LOCK_BIAS);
        cpu.locked(lock, LockUse.EXCLUSIVE);
    }

    @CName("write_unlock")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void writeUnlock(Cpu cpu) {
        giveBack(cpu, RW_LOCK_BIAS);
        preemption.on(cpu);
    }

    // ---- against softirqs of this processor

    @CName("read_lock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void readLockBh(Cpu cpu, Softirqs softirqs) {
        softirqs.bhDisable(cpu);
        readLock(cpu);
    }

    @CName("read_unlock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void readUnlockBh(Cpu cpu, Softirqs softirqs) {
        unlockBh(cpu, softirqs, 1);
    }

    @CName("write_lock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void writeLockBh(Cpu cpu, Softirqs softirqs) {
        softirqs.bhDisable(cpu);
        writeLock(cpu);
    }

    @CName("write_unlock_bh")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void writeUnlockBh(Cpu cpu, Softirqs softirqs) {
        unlockBh(cpu, softirqs, RW_LOCK_BIAS);
    }

    /** The resched check is the last thing that enabling bottom halves does. */
    @Inlined
    private void unlockBh(Cpu cpu, Softirqs softirqs, int share) {
        giveBack(cpu, share);
        preemption.onNoResched(cpu);
        softirqs.bhEnable(cpu);
    }

    // ---- against handlers of this processor

    /** {@code read_lock_irqsave()}; gives what {@link #readUnlockIrqRestore} needs. */
    @CName("read_lock_irqsave")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public boolean readLockIrqSave(Cpu cpu) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        readLock(cpu);
        return enabled;
    }

    /** {@code read_unlock_irqrestore()}; with true, {@code read_unlock_irq()}. */
    @CName("read_unlock_irqrestore")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void readUnlockIrqRestore(Cpu cpu, boolean enabled) {
        unlockIrqRestore(cpu, enabled, 1);
    }

    /** {@code write_lock_irqsave()}; gives what {@link #writeUnlockIrqRestore} needs. */
    @CName("write_lock_irqsave")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public boolean writeLockIrqSave(Cpu cpu) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        writeLock(cpu);
        return enabled;
    }

    /** {@code write_unlock_irqrestore()}; with true, {@code write_unlock_irq()}. */
    @CName("write_unlock_irqrestore")
    @Inlined
    @OutOfLine(OutOfLine.Part.LOCKS)
    public void writeUnlockIrqRestore(Cpu cpu, boolean enabled) {
        unlockIrqRestore(cpu, enabled, RW_LOCK_BIAS);
    }

    @Inlined
    private void unlockIrqRestore(Cpu cpu, boolean enabled, int share) {
        giveBack(cpu, share);
        if (enabled) {
            cpu.sti();
        }
        preemption.on(cpu);
    }

    // ---- the word

    /** Takes {@code share}: what is left tells whether it was to be had. */
    @Inlined
    private void take(Cpu cpu, int share) {
        if (!smp) {
            return;
        }
        cpu.enterScope();
        while (!had(share, cpu.add(word, -share))) {
            int now = cpu.add(word, share);
            while (!had(share, now - share)) {
                cpu.forget(31 * now + 1);
                now = cpu.awaitOther(word, now);
            }
            cpu.forget(0);
        }
        cpu.leaveScope();
    }

    /** A reader leaves 0 or more; a writer leaves 0. */
    private static boolean had(int share, int left) {
        return share == RW_LOCK_BIAS ? left == 0 : left >= 0;
    }

    @Inlined
    private void giveBack(Cpu cpu, int share) {
        cpu.unlocked(lock);
        if (smp) {
            cpu.add(word, share);
        }
    }
}
