package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.sched.Preemption;

/**
 * HM-3: atomic mappings as macros of two statements each, preemption off and {@code kmap()}, preemption on and {@code kunmap()}
 * (an idea of the thread of 2001, fact S1.e). There are no slots, and HIGHMEM_DEBUG checks nothing.
 *
 * <p>{@code kunmap()} wants the page, and who unmaps has its address only: the page is looked up in the page table, where it
 * stands as long as it is used.
 */
public final class MacroKmap implements AtomicKmap {
    private final Preemption preemption;
    private final Highmem highmem;

    public MacroKmap(Preemption preemption, Highmem highmem) {
        this.preemption = preemption;
        this.highmem = highmem;
    }

    @Override
    @Inlined
    public int kmapAtomic(Cpu cpu, Page page, KmType type) {
        preemption.off(cpu);
        return highmem.kmap(cpu, page);
    }

    @Override
    @Inlined
    public void kunmapAtomic(Cpu cpu, int address, KmType type) {
        preemption.on(cpu);
        highmem.kunmap(cpu, highmem.pfn(cpu, address));
    }
}
