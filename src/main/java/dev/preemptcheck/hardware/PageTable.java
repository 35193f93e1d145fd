package dev.preemptcheck.hardware;

/**
 * The part of the kernel's page table that maps a window of linear addresses, and the bits of entries (fact 2.6).
 *
 * <p>Entries are words of memory, in a row; page {@code i} of the window has the {@code i}-th. All page directories share
 * the table and reach it through entries that never change, so a walk of the window begins here and any processor can
 * use and cache any entry.
 *
 * @param window linear address of the first page
 * @param pages number of pages
 * @param entries linear address of the first entry
 * @param format layout of the entries
 */
public record PageTable(int window, int pages, int entries, EntryFormat format) {
    public static final int PRESENT = 0x001;
    public static final int WRITE = 0x002;
    public static final int USER = 0x004;
    public static final int ACCESSED = 0x020;
    public static final int DIRTY = 0x040;
    public static final int LARGE = 0x080;
    public static final int GLOBAL = 0x100;

    /** A window of no pages. */
    public static final PageTable NONE = new PageTable(0, 0, 0);

    private static final long FRAME = 0xF_FFFF_F000L;

    /** With entries of one word. */
    public PageTable(int window, int pages, int entries) {
        this(window, pages, entries, TwoLevel.FORMAT);
    }

    /** Number of the page of {@code address} in the window, or -1 if it lies outside. */
    int page(int address) {
        int page = (address - window) >>> 12;
        return page < pages ? page : -1;
    }

    /** Linear address of the entry that maps {@code address}; where it has two words, of the lower one. */
    public int entryOf(int address) {
        int page = page(address);
        if (page < 0) {
            throw new IllegalArgumentException("0x" + Integer.toHexString(address) + " is outside the window of "
                    + pages + " pages at 0x" + Integer.toHexString(window));
        }
        return entries + format.bytes() * page;
    }

    /** Frame number in an entry of one word. */
    public static int pfn(int entry) {
        return entry >>> 12;
    }

    /** Frame number in an entry of either format. */
    public static int pfn(long entry) {
        return (int) ((entry & FRAME) >>> 12);
    }
}
