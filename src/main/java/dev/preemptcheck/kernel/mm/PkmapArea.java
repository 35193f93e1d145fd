package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.asm.Page;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The window of the kernel's page table for mappings of high pages that last, with the words that guard its entries; all are
 * changed under {@code kmap_lock} only (2.4.10).
 *
 * <p>The kernel has 1,024 entries. Here it has those that are free while a scenario runs: the others belong to tasks that keep
 * them all the time.
 *
 * @param table {@code pkmap_page_table}
 * @param counts {@code pkmap_count}: 0 free; 1 mapped, and used by nobody; else one more than there are users
 * @param last {@code last_pkmap_nr}: the entry that was given last
 * @param virtual {@code page->virtual} of every high page, by frame: 0 for one that has no address
 */
public record PkmapArea(PageTable table, List<Word> counts, Word last, SortedMap<Integer, Word> virtual) {
    private static final int PKMAP_BASE = 0xFE000000;

    /** Lays out so many entries, all of them free, and what pages remember of them. */
    public static PkmapArea layOut(Memory memory, int entries, Collection<Page> pages) {
        int first = 0;
        for (int i = 0; i < entries; i++) {
            int entry = memory.word("pkmap_page_table[" + i + "]", 0);
            first = i == 0 ? entry : first;
        }
        List<Word> counts = IntStream.range(0, entries)
                .mapToObj(i -> new Word(memory.word("pkmap_count[" + i + "]", 0)))
                .toList();
        Word last = new Word(memory.word("last_pkmap_nr", 0));
        SortedMap<Integer, Word> virtual = new TreeMap<>();
        for (Page page : pages) {
            if (!page.isLow()) {
                virtual.put(page.pfn(), new Word(memory.word(page.name() + ".virtual", 0)));
            }
        }
        return new PkmapArea(
                new PageTable(PKMAP_BASE, entries, first), counts, last, Collections.unmodifiableSortedMap(virtual));
    }

    /** {@code LAST_PKMAP}. */
    int size() {
        return counts.size();
    }

    /** {@code PKMAP_ADDR()}. */
    static int address(int number) {
        return PKMAP_BASE + (number << 12);
    }

    /** {@code PKMAP_NR()}. */
    static int number(int address) {
        return (address - PKMAP_BASE) >>> 12;
    }

    Word entry(int number) {
        return new Word(table.entryOf(address(number)));
    }

    Word virtual(int pfn) {
        Word word = virtual.get(pfn);
        if (word == null) {
            throw new IllegalStateException("frame " + Integer.toHexString(pfn) + " is no high page of this machine");
        }
        return word;
    }

    /**
     * {@code do_flush_tlb_all_local()}: drops this processor's translations of the area; handler, or task with preemption off.
     */
    @CName("do_flush_tlb_all_local")
    public void flushTlb(Cpu cpu) {
        for (int i = 0; i < size(); i++) {
            cpu.invlpg(address(i));
        }
    }
}
