package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import dev.preemptcheck.hardware.fpu.FpuUnit;
import dev.preemptcheck.hardware.interrupt.LocalApic;
import dev.preemptcheck.hardware.interrupt.NmiLatch;

/** The state of one processor: interrupt flag, pending vector, control registers, TLB, store buffer, and whose kernel stack it is on. */
final class Processor {
    final int id;
    final Tlb tlb;
    final StoreBuffer stores;
    final int cr3Register;
    int cr2Register;
    int fpuRegister;
    final FpuUnit fpu = new FpuUnit();
    boolean interruptFlag;
    boolean timerPending;
    /** False if nothing is presented to this processor. */
    boolean alert;

    final LocalApic apic = new LocalApic();
    final NmiLatch nmi = new NmiLatch();
    /** Address of the last page fault. */
    int cr2;

    int cr3;
    /** Where page directories are, as of the last CR3 load. */
    final long[] roots;
    /** In the middle of a walk, the directory entry that it has read; else 0. */
    long upper;
    /** Locks taken with interrupts off and not given back, a bit each. */
    int locks;

    boolean inOneStepSection;
    Strand strand;
    private final Strand bootStrand;

    Processor(int id, Memory memory, MemoryModel model, int pages, int roots, Strand bootStrand) {
        this.id = id;
        this.tlb = new Tlb(id, memory, pages);
        this.stores = new StoreBuffer(model);
        this.roots = new long[roots];
        this.cr3Register = memory.register("%cr3" + id);
        this.bootStrand = bootStrand;
        this.strand = bootStrand;
    }

    /** A register behind those of all processors: steps are known by their index, and seeds by their steps. */
    void layOutCr2(Memory memory) {
        cr2Register = memory.register("%cr2-" + id);
    }

    void layOutFpu(Memory memory) {
        fpuRegister = memory.register("%fpu" + id);
    }

    void reset() {
        tlb.reset();
        stores.reset();
        interruptFlag = true;
        timerPending = false;
        alert = false;
        apic.reset();
        nmi.reset();
        fpu.reset();
        cr2 = 0;
        upper = 0;
        locks = 0;
        inOneStepSection = false;
        strand = bootStrand;
    }

    /** True between two instructions with interrupts enabled. */
    boolean betweenInstructions() {
        return upper == 0;
    }

    /** Locks that exclude others from what the strand on this processor does now, a bit each. */
    int held() {
        return interruptFlag ? strand.locks : strand.locks | locks;
    }

    long digest() {
        int who = (id + 1) << 16 | strand.id << 8 | (interruptFlag ? 1 : 0) | (timerPending ? 2 : 0);
        return Hash.mix(((long) who << 32) ^ (cr3 & 0xFFFFFFFFL))
                + tlb.digest()
                + (2 * id + 9) * fpu.digest()
                + (2 * id + 3) * (apic.digest() + nmi.digest())
                + (cr2 == 0 ? 0 : Hash.at(cr2Register, cr2))
                + (roots.length == 1 ? 0 : rootsDigest()) // one root says no more than CR3
                + (stores.isEmpty() ? 0 : Hash.mix(stores.digest() + id));
    }

    private long rootsDigest() {
        long digest = 0;
        for (long root : roots) {
            digest = Hash.append(digest, root);
        }
        return Hash.mix(digest + cr3Register);
    }
}
