package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Mapping;

/** The translated page of a {@link BruteForce} state, with the entry that each processor's TLB holds of it. */
final class TranslatedPage {
    private static final int COUNTS = Mapping.PRESENT | Mapping.WRITE | Mapping.GLOBAL | Mapping.SECOND;

    private final MicroCode code;
    private final Layout layout;

    TranslatedPage(MicroCode code, Layout layout) {
        this.code = code;
        this.layout = layout;
    }

    /** Makes or finds the translation in the processor's TLB; how the access fails, or empty. */
    String translate(byte[] s, int cpu, boolean write) {
        int needed = Mapping.PRESENT | (write ? Mapping.WRITE : 0);
        int tlb = layout.tlb(cpu);
        boolean clean = (s[tlb] & needed) == needed && write && (s[tlb] & Mapping.DIRTY) == 0;
        if (s[tlb] == 0 || clean) {
            if ((s[code.pte()] & needed) != needed) {
                return "paging-request";
            }
            s[code.pte()] |= (byte) (Mapping.ACCESSED | (write ? Mapping.DIRTY : 0));
            s[tlb] = s[code.pte()];
        }
        if ((s[tlb] & needed) != needed) {
            return "paging-request";
        }
        return ((s[tlb] ^ s[code.pte()]) & COUNTS) == 0 ? "" : "stale-translation";
    }

    /** The word that an access reaches that does not fail. */
    int word(byte[] s, int cpu, boolean write) {
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
