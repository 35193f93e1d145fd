package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;

/**
 * {@code kmap_atomic()} and {@code kunmap_atomic()}: a temporary mapping of a page in a slot of this processor.
 *
 * <p>Contract, from the caller's side: between the two the caller may use the address, must not sleep, and unmaps in
 * any order. That the slot stays the caller's own meanwhile is what the variants disagree about (fact S1).
 */
public interface AtomicKmap {

    /** The address at which {@code page} can be used: its permanent one if it is low, else a slot's. */
    int kmapAtomic(Cpu cpu, Page page, KmType type);

    /** Ends the use of {@code address}, which {@link #kmapAtomic} gave for {@code type}. */
    void kunmapAtomic(Cpu cpu, int address, KmType type);
}
