package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Mapping;

/**
 * The translated page of a {@link BruteForce} state, with the entry that each processor's TLB holds of it. A walk reads what a load
 * of its processor would, and marks by a locked operation.
 */
final class TranslatedPage {
    private static final int COUNTS = Mapping.PRESENT | Mapping.WRITE | Mapping.GLOBAL | Mapping.SECOND;

    private final MicroCode code;
    private final Layout layout;
    private final WaitingStores stores;

    TranslatedPage(MicroCode code, Layout layout, WaitingStores stores) {
        this.code = code;
        this.layout = layout;
        this.stores = stores;
    }

    /** Makes or finds the translation in the processor's TLB; how the access fails, or empty. */
    String translate(byte[] s, int cpu, boolean write) {
        int needed = Mapping.PRESENT | (write ? Mapping.WRITE : 0);
        int tlb = layout.tlb(cpu);
        boolean clean = (s[tlb] & needed) == needed && write && (s[tlb] & Mapping.DIRTY) == 0;
        if (s[tlb] == 0 || clean) {
            int entry = stores.view(s, cpu, code.pte());
            if ((entry & needed) != needed) {
                return "paging-request";
            }
            s[tlb] = (byte) mark(s, cpu, entry, Mapping.ACCESSED | (write ? Mapping.DIRTY : 0));
        }
        if ((s[tlb] & needed) != needed) {
            return "paging-request";
        }
        return ((s[tlb] ^ stores.view(s, cpu, code.pte())) & COUNTS) == 0 ? "" : "stale-translation";
    }

    private int mark(byte[] s, int cpu, int entry, int bits) {
        if ((bits & ~entry) != 0) {
            stores.drainAll(s, cpu);
            s[code.pte()] |= (byte) bits;
        }
        return entry | bits;
    }

    /** A read that does not fail. */
    byte load(byte[] s, int cpu) {
        return stores.view(s, cpu, word(s, cpu, false));
    }

    /** A write that does not fail. */
    void store(byte[] s, int cpu, int value) {
        stores.store(s, cpu, word(s, cpu, true), value);
    }

    private int word(byte[] s, int cpu, boolean write) {
        translate(s, cpu, write);
        return code.framed((s[layout.tlb(cpu)] & Mapping.SECOND) != 0);
    }

    void flush(byte[] s, int cpu) {
        s[layout.tlb(cpu)] = 0;
    }

    void loadCr3(byte[] s, int cpu) {
        if ((s[layout.tlb(cpu)] & Mapping.GLOBAL) == 0) {
            flush(s, cpu);
        }
    }
}
