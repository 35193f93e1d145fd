package dev.preemptcheck.hardware;

/**
 * Reads page tables in memory: from a processor's root down to the entry of a page, each entry indivisibly, and marks what
 * it uses (fact 2.6).
 *
 * <p>It holds what it found last. Memory changes by {@link #mark} alone, a locked operation on the lower word of an entry
 * that is done only if a bit is missing.
 */
final class Walker {
    /** An entry of a higher level that grants everything. */
    private static final long ALL_RIGHTS = PageTable.PRESENT | PageTable.WRITE | PageTable.USER;

    private static final long RIGHTS = PageTable.WRITE | PageTable.USER;
    private static final long NO_EXECUTE = 1L << 63;
    /** A CR3 load looks at four entries of two words. */
    private static final int LOOKED_MAX = 8;

    private final Machine machine;
    private final PageTable window;
    private final Paging paging;
    private final EntryFormat format;
    private final int firstEntry;
    private final int[] looked = new int[LOOKED_MAX];
    private int lookedAt;
    /** Lower word of the entry that was read last, -1 if none was. */
    private int last;

    Walker(Machine machine, PageTable window, Paging paging) {
        this.machine = machine;
        this.window = window;
        this.paging = paging;
        this.format = window.pages() > 0 ? window.format() : paging.format();
        this.firstEntry = window.pages() > 0 ? machine.memory.index(window.entries()) : -1;
        if (!paging.pages().isEmpty() && paging.format() != format) {
            throw new IllegalArgumentException("the kernel's window has entries of " + format + ", the directories of "
                    + paging.format() + ": one processor knows one format");
        }
    }

    /** Number of pages that are ever translated. */
    int pages() {
        return window.pages() + paging.pages().size();
    }

    /** Number of the page of {@code address}. */
    int page(int address) {
        int page = window.page(address);
        for (int i = 0; page < 0 && i < paging.pages().size(); i++) {
            if (paging.pages().get(i) >>> 12 == address >>> 12) {
                page = window.pages() + i;
            }
        }
        if (page < 0) {
            throw new IllegalStateException("0x" + Integer.toHexString(address)
                    + " is mapped nowhere: neither in the kernel's window nor in Paging");
        }
        return page;
    }

    /** True if the page is reached through a directory, so that a walk takes two steps and its end depends on CR3. */
    boolean hasDirectory(int page) {
        return page >= window.pages();
    }

    private int linear(int page) {
        return paging.pages().get(page - window.pages());
    }

    // ---- looking, without effect

    /** What all levels come to for {@code page} on {@code p} now; 0 if one of them is not present. */
    long look(Processor p, int page) {
        lookedAt = 0;
        last = -1;
        long upper = hasDirectory(page) ? readDirectory(p, page) : ALL_RIGHTS;
        if (!present(upper)) {
            return 0;
        }
        long entry = readTable(p, page, upper);
        return present(entry) ? combined(upper, entry) : 0;
    }

    /** The directory entry for {@code page}; 0 if there is no directory. */
    long lookAtDirectory(Processor p, int page) {
        lookedAt = 0;
        last = -1;
        return readDirectory(p, page);
    }

    /** The last entry for {@code page}, found through a directory entry that was read before. */
    long lookAtTable(Processor p, int page, long upper) {
        lookedAt = 0;
        return readTable(p, page, upper);
    }

    private long readDirectory(Processor p, int page) {
        long root = p.roots[format.root(linear(page))];
        return present(root) ? read(p, machine.memory.inFrame(PageTable.pfn(root), format.offset(1, linear(page)))) : 0;
    }

    private long readTable(Processor p, int page, long upper) {
        int word = hasDirectory(page)
                ? machine.memory.inFrame(PageTable.pfn(upper), format.offset(0, linear(page)))
                : firstEntry + format.bytes() / 4 * page;
        return read(p, word);
    }

    private long read(Processor p, int word) {
        last = word;
        looked[lookedAt++] = word;
        long low = p.stores.view(word, machine.memory) & 0xFFFFFFFFL;
        if (format.bytes() == 4) {
            return low;
        }
        looked[lookedAt++] = word + 1;
        return (long) p.stores.view(word + 1, machine.memory) << Integer.SIZE | low;
    }

    static boolean present(long entry) {
        return (entry & PageTable.PRESENT) != 0;
    }

    /** Frame and bits of the last level, with the rights that both grant. */
    static long combined(long upper, long entry) {
        if ((upper & PageTable.LARGE) != 0) {
            throw new IllegalStateException("a directory entry maps a large page, which is not modelled");
        }
        return (entry & ~RIGHTS) | (entry & upper & RIGHTS) | (upper & NO_EXECUTE);
    }

    /** Lower word of the last entry that was looked at, -1 if there was none. */
    int last() {
        return last;
    }

    /** Books that the running context has looked at what was looked at last. */
    void bookLook() {
        for (int i = 0; i < lookedAt; i++) {
            machine.ledger.touch(looked[i], Footprint.DATA);
        }
    }

    /** Books that the walker of {@code p} has done so by itself. */
    void bookUnasked(Processor p) {
        for (int i = 0; i < lookedAt; i++) {
            machine.ledger.touchUnasked(p, looked[i], Footprint.DATA);
        }
    }

    /** How far the words that were looked at last can be told apart. */
    int level(Footprint known) {
        int level = Footprint.QUIET;
        for (int i = 0; i < lookedAt; i++) {
            level = Math.max(level, known.level(looked[i]));
        }
        return level;
    }

    // ---- what a walk changes

    /** True if {@code entry} lacks one of {@code bits}. */
    static boolean lacks(long entry, int bits) {
        return (bits & ~entry) != 0;
    }

    /** Sets {@code bits} in the lower word of the entry that was read last, as a locked operation of {@code p} would. */
    void mark(Processor p, int bits) {
        machine.buffers.drainAll(p.stores);
        machine.memory.set(last, machine.memory.words[last] | bits);
    }

    // ---- roots

    int roots() {
        return format.roots();
    }

    /** Reads the roots that follow from a CR3 value on {@code p}; one that is not modelled is not present. */
    void lookAtRoots(Processor p, int cr3, long[] roots) {
        lookedAt = 0;
        int address = format.rootAddress(cr3);
        if (address < 0) {
            roots[0] = (cr3 & 0xFFFFF000L) | PageTable.PRESENT;
            return;
        }
        for (int i = 0; i < roots.length; i++) {
            int word = machine.memory.find(address >>> 12, address + format.bytes() * i);
            roots[i] = word < 0 ? 0 : read(p, word);
        }
    }
}
