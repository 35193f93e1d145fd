package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import dev.preemptcheck.hardware.interrupt.LocalApic;
import dev.preemptcheck.hardware.interrupt.NmiLatch;

/** The state of one processor: interrupt flag, pending vector, CR3, TLB, store buffer, and whose kernel stack it is on. */
final class Processor {
    final int id;
    final Tlb tlb;
    final StoreBuffer stores;
    final int cr3Register;
    boolean interruptFlag;
    boolean timerPending;
    /** False if nothing is presented to this processor. */
    boolean alert;

    final LocalApic apic = new LocalApic();
    final NmiLatch nmi = new NmiLatch();
    int cr3;
    /** Locks taken with interrupts off and not given back, a bit each. */
    int locks;

    boolean inOneStepSection;
    Strand strand;
    private final Strand bootStrand;

    Processor(int id, Memory memory, MemoryModel model, int pages, Strand bootStrand) {
        this.id = id;
        this.tlb = new Tlb(id, memory, pages);
        this.stores = new StoreBuffer(model);
        this.cr3Register = memory.register("%cr3" + id);
        this.bootStrand = bootStrand;
        this.strand = bootStrand;
    }

    void reset() {
        tlb.reset();
        stores.reset();
        interruptFlag = true;
        timerPending = false;
        alert = false;
        apic.reset();
        nmi.reset();
        cr3 = 0;
        locks = 0;
        inOneStepSection = false;
        strand = bootStrand;
    }

    /** Locks that exclude others from what the strand on this processor does now, a bit each. */
    int held() {
        return interruptFlag ? strand.locks : strand.locks | locks;
    }

    long digest() {
        int who = (id + 1) << 16 | strand.id << 8 | (interruptFlag ? 1 : 0) | (timerPending ? 2 : 0);
        return Hash.mix(((long) who << 32) ^ (cr3 & 0xFFFFFFFFL))
                + tlb.digest()
                + (2 * id + 3) * (apic.digest() + nmi.digest())
                + (stores.isEmpty() ? 0 : Hash.mix(stores.digest() + id));
    }
}
