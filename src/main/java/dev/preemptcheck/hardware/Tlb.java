package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * One processor's TLB over a {@link PageTable} window: page to entry, filled by an access that misses.
 *
 * <p>An entry stays usable until this processor drops it, whatever becomes of the page table meanwhile; only present
 * entries are cached; a CR3 load spares global ones (fact 2.3).
 */
final class Tlb {
    private final int[] entries;
    private final int firstRegister;
    private long digest;

    Tlb(int cpu, Memory memory, int pages) {
        entries = new int[pages];
        int first = memory.size();
        for (int i = 0; i < pages; i++) {
            memory.register("%tlb" + cpu + "[" + i + "]");
        }
        firstRegister = first;
    }

    void reset() {
        java.util.Arrays.fill(entries, 0);
        digest = 0;
    }

    /** The cached entry of {@code page}, 0 if there is none. */
    int entry(int page) {
        return entries[page];
    }

    void fill(int page, int entry) {
        digest += (entry == 0 ? 0 : Hash.at(register(page), entry))
                - (entries[page] == 0 ? 0 : Hash.at(register(page), entries[page]));
        entries[page] = entry;
    }

    void flush(int page) {
        if (entries[page] != 0) {
            fill(page, 0);
        }
    }

    void flushAllButGlobal() {
        for (int i = 0; i < entries.length; i++) {
            if ((entries[i] & PageTable.GLOBAL) == 0) {
                flush(i);
            }
        }
    }

    long digest() {
        return digest;
    }

    /** The index under which the entry of {@code page} is known as something that contexts touch. */
    int register(int page) {
        return firstRegister + page;
    }
}
