package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Memory;

/**
 * {@code struct page}, as far as mappings need it.
 *
 * @param pfn frame number
 * @param name the symbol of its contents in traces
 */
public record Page(int pfn, String name) {
    /** Words of a page that are modelled: enough for "half of it was copied". */
    public static final int WORDS = 2;

    /** True if the page has a permanent address: its frame is below 896 MB (fact 2.4). */
    public boolean isLow() {
        return isLow(pfn);
    }

    /** The same of the page in frame {@code pfn}. */
    public static boolean isLow(int pfn) {
        return pfn < Memory.HIGH_PFN;
    }

    /** The permanent address of a low page. */
    public int permanentAddress() {
        return Memory.PAGE_OFFSET + (pfn << 12);
    }
}
