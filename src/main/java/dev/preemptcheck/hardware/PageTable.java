package dev.preemptcheck.hardware;

/**
 * The part of the kernel's page table that maps a window of linear addresses with 32-bit entries (fact 2.6).
 *
 * <p>Entries are words of memory; page {@code i} of the window has its entry at the {@code i}-th word. The table is
 * shared by all processors, so any of them can use and cache any entry.
 *
 * @param window linear address of the first page
 * @param pages number of pages
 * @param entries linear address of the first entry
 */
public record PageTable(int window, int pages, int entries) {
    public static final int PRESENT = 0x001;
    public static final int WRITE = 0x002;
    public static final int USER = 0x004;
    public static final int ACCESSED = 0x020;
    public static final int DIRTY = 0x040;
    public static final int GLOBAL = 0x100;

    /** Bits of an entry that a translation depends on: not accessed, not dirty. */
    static final int TRANSLATION = ~(ACCESSED | DIRTY);

    /** A window of no pages. */
    public static final PageTable NONE = new PageTable(0, 0, 0);

    /** Number of the page of {@code address} in the window. */
    int page(int address) {
        int page = (address - window) >>> 12;
        if (page >= pages) {
            throw new IllegalStateException("0x" + Integer.toHexString(address) + " is mapped nowhere");
        }
        return page;
    }

    /** Linear address of the entry that maps {@code address}. */
    public int entryOf(int address) {
        return entries + 4 * page(address);
    }

    /** Frame number in an entry. */
    public static int pfn(int entry) {
        return entry >>> 12;
    }
}
