package dev.preemptcheck.kernel.net;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.fs.SeqFile;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.mm.Kmalloc;
import dev.preemptcheck.kernel.softirq.Softirqs;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ip_conntrack}: a table of buckets with tracked connections, which packets change in softirqs and {@code /proc} lists, a
 * bucket at a time. The number of buckets never changes (fact S7, 2.6.9-rc1).
 */
public final class Conntrack implements SeqFile.Operations {
    /** What printing a bucket writes: words of the reader's own buffer. */
    private static final int LINE = 60;

    private final ReadWriteLock lock;
    private final Softirqs softirqs;
    private final Kmalloc kmalloc;
    private final ConntrackVariant variant;
    private final List<Word> buckets = new ArrayList<>();
    private final Word buffer;

    public Conntrack(
            MachineSetup setup,
            ReadWriteLock lock,
            Softirqs softirqs,
            Kmalloc kmalloc,
            ConntrackVariant variant,
            int size) {
        this.lock = lock;
        this.softirqs = softirqs;
        this.kmalloc = kmalloc;
        this.variant = variant;
        for (int i = 0; i < size; i++) {
            buckets.add(new Word(setup.memory().word("ip_conntrack_hash[" + i + "]", 0)));
        }
        this.buffer = new Word(setup.memory().word("seq_buffer", 0));
    }

    /** {@code __ip_conntrack_confirm()}: a packet's connection joins the last bucket; softirq context. */
    @CName("__ip_conntrack_confirm")
    public void confirm(Cpu cpu) {
        Word bucket = buckets.get(buckets.size() - 1);
        cpu.enterScope();
        lock.writeLock(cpu);
        bucket.store(cpu, bucket.load(cpu) + 1);
        lock.writeUnlock(cpu);
        cpu.leaveScope();
    }

    @Override
    @CName("ct_seq_start")
    public int start(Cpu cpu, int position) {
        if (variant.throughout()) {
            lock.readLockBh(cpu, softirqs);
        }
        if (position >= buckets.size()) {
            return SeqFile.END;
        }
        if (variant.allocates()) {
            kmalloc.allocate(cpu);
        }
        return position;
    }

    @Override
    @CName("ct_seq_show")
    public int show(Cpu cpu, int position) {
        if (variant.throughout()) {
            return print(cpu, position);
        }
        lock.readLockBh(cpu, softirqs);
        int printed = print(cpu, position);
        lock.readUnlockBh(cpu, softirqs);
        return printed;
    }

    @CName("print_tuple")
    @Inlined
    private int print(Cpu cpu, int position) {
        int connections = buckets.get(position).load(cpu);
        for (int i = 0; i < LINE; i++) {
            buffer.store(cpu, connections);
        }
        return connections;
    }

    @Override
    public int next(Cpu cpu, int position) {
        return position + 1 < buckets.size() ? position + 1 : SeqFile.END;
    }

    @Override
    @CName("ct_seq_stop")
    public void stop(Cpu cpu) {
        if (variant.throughout()) {
            lock.readUnlockBh(cpu, softirqs);
        }
    }
}
