package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * One processor's TLB: page to entry, filled by an access that misses, or unasked.
 *
 * <p>An entry holds what all levels of the walk came to: the frame, the rights that every level grants, and whether it is
 * global. It stays usable until this processor drops it, whatever becomes of the page tables meanwhile; only present
 * entries are cached; a CR3 load spares global ones (fact 2.3).
 */
final class Tlb {
    private final long[] entries;
    private final int firstRegister;
    private long digest;

    Tlb(int cpu, Memory memory, int pages) {
        entries = new long[pages];
        int first = memory.size();
        for (int i = 0; i < pages; i++) {
            memory.register("%tlb" + cpu + "[" + i + "]");
        }
        firstRegister = first;
    }

    void reset() {
        Arrays.fill(entries, 0);
        digest = 0;
    }

    int pages() {
        return entries.length;
    }

    /** The cached entry of {@code page}, 0 if there is none. */
    long entry(int page) {
        return entries[page];
    }

    void fill(int page, long entry) {
        digest += digest(page, entry) - digest(page, entries[page]);
        entries[page] = entry;
    }

    private long digest(int page, long entry) {
        return entry == 0 ? 0 : Hash.mix(Hash.at(register(page), (int) entry) + (entry >>> Integer.SIZE));
    }

    void flush(int page) {
        if (entries[page] != 0) {
            fill(page, 0);
        }
    }

    /** True if a CR3 load drops the entry of {@code page}. */
    boolean endsWithCr3(int page) {
        return entries[page] != 0 && (entries[page] & PageTable.GLOBAL) == 0;
    }

    long digest() {
        return digest;
    }

    /** The index under which the entry of {@code page} is known as something that contexts touch. */
    int register(int page) {
        return firstRegister + page;
    }
}
