package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;

/**
 * The part of the kernel's page table that maps {@code vmalloc} areas of one page each, all present at boot. Its entries are
 * global, as the kernel's are, so that no CR3 load drops them.
 *
 * @param entries the window of linear addresses, and its entries
 * @param firstPfn frame of the first area; the others follow
 */
public record VmallocTable(PageTable entries, int firstPfn) {
    private static final int VMALLOC_START = 0xF8800000;
    private static final int PAGE_KERNEL =
            PageTable.PRESENT | PageTable.WRITE | PageTable.ACCESSED | PageTable.DIRTY | PageTable.GLOBAL;

    /** Lays out the entries of so many areas. */
    public static VmallocTable layOut(Memory memory, int areas, int firstPfn) {
        int first = 0;
        for (int i = 0; i < areas; i++) {
            int entry = memory.word("vmalloc_pte[" + i + "]", ((firstPfn + i) << 12) | PAGE_KERNEL);
            first = i == 0 ? entry : first;
        }
        return new VmallocTable(new PageTable(VMALLOC_START, areas, first), firstPfn);
    }

    /** Lays out the areas' frames, which come behind all words. */
    public void layOutFrames(Memory memory) {
        for (int i = 0; i < entries.pages(); i++) {
            memory.frame(firstPfn + i, "area" + i, i);
        }
    }

    /** The address of an area. */
    public int address(int area) {
        return VMALLOC_START + (area << 12);
    }

    Word entry(int area) {
        return new Word(entries.entryOf(address(area)));
    }

    /** {@code do_flush_tlb_all()}: drops this processor's translations of the areas; handler, or task with preemption off. */
    @CName("do_flush_tlb_all")
    public void flushTlb(Cpu cpu) {
        for (int area = 0; area < entries.pages(); area++) {
            cpu.invlpg(address(area));
        }
    }
}
