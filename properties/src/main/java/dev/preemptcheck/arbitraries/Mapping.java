package dev.preemptcheck.arbitraries;

import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;

/** Page-table entries of a {@link Program}'s translated page, in small numbers that an interpreter can keep in a byte. */
public final class Mapping {
    public static final int PRESENT = 1;
    public static final int WRITE = 2;
    public static final int ACCESSED = 4;
    public static final int DIRTY = 8;
    public static final int GLOBAL = 16;
    /** The page's second frame instead of its first. */
    public static final int SECOND = 32;

    /** At boot. */
    public static final int FIRST = PRESENT | WRITE;

    private static final int[] BITS = {
        PageTable.PRESENT, PageTable.WRITE, PageTable.ACCESSED, PageTable.DIRTY, PageTable.GLOBAL, 1 << 12
    };

    private Mapping() {}

    /** The entry as a machine has it. */
    static int entry(int mapping) {
        int entry = 0;
        for (int i = 0; i < BITS.length; i++) {
            entry += (mapping >>> i & 1) * BITS[i];
        }
        return mapping == 0 ? 0 : entry + (Memory.HIGH_PFN << 12);
    }

    /** The reverse. */
    static int of(int entry) {
        int mapping = 0;
        for (int i = 0; i < BITS.length; i++) {
            mapping |= (entry & BITS[i]) == 0 ? 0 : 1 << i;
        }
        return mapping;
    }

    static String name(int mapping) {
        if (mapping == 0) {
            return "none";
        }
        return ((mapping & SECOND) == 0 ? "1st" : "2nd")
                + ((mapping & WRITE) == 0 ? " ro" : "")
                + ((mapping & GLOBAL) == 0 ? "" : " global");
    }
}
