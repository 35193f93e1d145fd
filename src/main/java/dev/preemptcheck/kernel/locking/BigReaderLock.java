package dev.preemptcheck.kernel.locking;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.softirq.Softirqs;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A big-reader lock ({@code brlock.h}): an {@code rwlock_t} for each processor. A reader takes its own processor's alone, a
 * writer all of them, in the order of their numbers. Readers may nest, also in a handler or softirq on top of one.
 *
 * <p>On one processor there is no word, and holding it is a preemption-off section. Source: fact 3.1 (UP+P) and 2.4 on i386,
 * where locked instructions are used; the preempt patch for 2.4.2.
 */
public final class BigReaderLock {
    private final Preemption preemption;
    private final boolean numberFirst;
    private final List<ReadWriteLock> locks;

    /** @param preemption the kernel's, or primitives that are nothing (fact S3, PC-uplock) */
    public BigReaderLock(
            MachineSetup setup, String name, KernelConfig config, Preemption preemption, ReaderOrder order) {
        this.preemption = preemption;
        this.numberFirst = order == ReaderOrder.NUMBER_FIRST;
        this.locks = IntStream.range(0, config.cpus())
                .mapToObj(cpu -> new ReadWriteLock(setup, name + "[" + cpu + "]", config.smp(), preemption))
                .toList();
    }

    // ---- the plain forms

    /** {@code br_read_lock()}: any context that no writer is interrupted by. */
    @CName("br_read_lock")
    @Inlined
    public void readLock(Cpu cpu) {
        if (numberFirst) {
            locks.get(cpu.cpuId()).readLock(cpu);
        } else {
            preemption.off(cpu);
            locks.get(cpu.cpuId()).rawReadLock(cpu);
        }
    }

    /** {@code br_read_unlock()}. */
    @CName("br_read_unlock")
    @Inlined
    public void readUnlock(Cpu cpu) {
        if (numberFirst) {
            locks.get(cpu.cpuId()).readUnlock(cpu);
        } else {
            locks.get(cpu.cpuId()).rawReadUnlock(cpu);
            preemption.on(cpu);
        }
    }

    /** {@code br_write_lock()}: task context. */
    @CName("__br_write_lock")
    @Inlined
    @OutOfLine(OutOfLine.Part.PROCESSORS)
    public void writeLock(Cpu cpu) {
        for (ReadWriteLock lock : locks) {
            lock.writeLock(cpu);
        }
    }

    /** {@code br_write_unlock()}. */
    @CName("__br_write_unlock")
    @Inlined
    @OutOfLine(OutOfLine.Part.PROCESSORS)
    public void writeUnlock(Cpu cpu) {
        for (ReadWriteLock lock : locks) {
            lock.writeUnlock(cpu);
        }
    }

    // ---- against softirqs of this processor

    @CName("br_read_lock_bh")
    @Inlined
    public void readLockBh(Cpu cpu, Softirqs softirqs) {
        softirqs.bhDisable(cpu);
        readLock(cpu);
    }

    @CName("br_read_unlock_bh")
    @Inlined
    public void readUnlockBh(Cpu cpu, Softirqs softirqs) {
        readUnlock(cpu);
        softirqs.bhEnable(cpu);
    }

    @CName("br_write_lock_bh")
    @Inlined
    public void writeLockBh(Cpu cpu, Softirqs softirqs) {
        softirqs.bhDisable(cpu);
        writeLock(cpu);
    }

    @CName("br_write_unlock_bh")
    @Inlined
    public void writeUnlockBh(Cpu cpu, Softirqs softirqs) {
        writeUnlock(cpu);
        softirqs.bhEnable(cpu);
    }

    // ---- against handlers of this processor

    /** {@code br_write_lock_irqsave()}; gives what {@link #writeUnlockIrqRestore} needs. */
    @CName("br_write_lock_irqsave")
    @Inlined
    public boolean writeLockIrqSave(Cpu cpu) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        writeLock(cpu);
        return enabled;
    }

    /** {@code br_write_unlock_irqrestore()}. */
    @CName("br_write_unlock_irqrestore")
    @Inlined
    public void writeUnlockIrqRestore(Cpu cpu, boolean enabled) {
        writeUnlock(cpu);
        if (enabled) {
            cpu.sti();
        }
    }
}
