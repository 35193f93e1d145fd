package dev.preemptcheck.kernel.mm;

import static dev.preemptcheck.kernel.shape.Shape.ACQUIRE;
import static dev.preemptcheck.kernel.shape.Shape.RELEASE;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapedFunction;
import java.util.List;

/**
 * HM-3: atomic mappings as macros of two statements each, preemption off and {@code kmap()}, preemption on and {@code kunmap()}
 * (an idea of the thread of 2001, fact S1.e). There are no slots, and HIGHMEM_DEBUG checks nothing.
 *
 * <p>{@code kunmap()} wants the page, and who unmaps has its address only: the page is looked up in the page table, where it
 * stands as long as it is used.
 */
public final class MacroKmap implements AtomicKmap {
    /** What rule D6 sees of the methods below. */
    public static final Pairing SHAPE = Pairing.of(
            macro("kmap_atomic", ACQUIRE, new Shape.Step("kmap")),
            macro("kunmap_atomic", RELEASE, new Shape.Step("kunmap")));

    private final Preemption preemption;
    private final Highmem highmem;

    private static ShapedFunction macro(String name, Shape... statements) {
        return ShapedFunction.of(name, new Shape.Macro(name, false, List.of(statements)));
    }

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
