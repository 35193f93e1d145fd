package dev.preemptcheck.hardware;

/**
 * The part of the processors that translates: accesses through the TLB, walks where it misses, what drops its entries, and
 * page faults (facts 2.2, 2.3, 2.6). A walk sees what waits in its own processor's store buffer, as a load does.
 *
 * <p>An access is one step, with the walk of the last level in it; a walk through a directory takes one step more, in the
 * middle of the instruction: others may move there, but no interrupt is taken. An access that is refused is made anew when
 * the kernel's handler has returned, from the beginning. A refused translation is dropped, so what was out of date on one
 * processor costs one fault. Where the kernel has no handler, a fault is its end.
 *
 * <p>A walker also fills the TLB unasked, with anything present ({@link #speculativeFills}, {@link #fill}); what it may
 * hold longer than that, copies of directory entries, later processors only have.
 */
final class Mmu {
    private static final int DATA_WRITE = Footprint.WRITE | Footprint.DATA;

    private final Machine machine;
    private final Walker walker;
    private final FaultEntry faults;
    private final boolean writeProtect;
    private final int bootCr3;
    private final long[] rootsToBe;

    Mmu(Machine machine, MachineSetup setup) {
        this.machine = machine;
        this.walker = new Walker(machine, setup.pageTable(), setup.paging());
        this.faults = new FaultEntry(machine, setup.pageFaultGate(), setup.pageFault());
        this.writeProtect = setup.paging().writeProtect();
        this.bootCr3 = setup.paging().cr3();
        this.rootsToBe = new long[walker.roots()];
    }

    /** Number of pages that are ever translated. */
    int pages() {
        return walker.pages();
    }

    /** Number of roots of a processor. */
    int roots() {
        return walker.roots();
    }

    /** Back to the CR3 value and the roots of the boot image. */
    void reset(Processor p) {
        p.cr3 = bootCr3;
        walker.lookAtRoots(p, p.cr3, p.roots);
    }

    // ---- accesses

    /** Reads or writes a linear address that is not mapped for good; gives the value that was read. */
    int access(int op, int address, int value, int how) {
        Machine m = machine;
        boolean user = (how & Access.USER) != 0;
        Strand s = m.now.strand;
        boolean write = op == Op.VSTORE;
        int page = walker.page(address);
        for (; ; ) {
            s.user |= user;
            m.point(op, address, value);
            Processor p = m.now;
            long entry = translate(p, op, page, address, value, user);
            int code = FaultCode.of(entry, write, user, writeProtect);
            if (code == FaultCode.NONE) {
                return through(p, op, page, address, value, entry, how);
            }
            p.tlb.flush(page);
            walker.look(p, page);
            walker.bookLook();
            int word = walker.last();
            faults.enter(op, address, code, word, word < 0 ? 0 : p.stores.view(word, m.memory));
        }
    }

    /** The translation that the access finds or makes, which may refuse it; 0 if there is none. */
    private long translate(Processor p, int op, int page, int address, int value, boolean user) {
        Machine m = machine;
        boolean write = op == Op.VSTORE;
        long cached = p.tlb.entry(page);
        m.ledger.touch(p.tlb.register(page), DATA_WRITE);
        if (cached != 0 && !walksAgain(cached, write, user)) {
            return cached;
        }
        if (!walker.hasDirectory(page)) {
            return walkTable(p, page, 0, write, user);
        }
        m.ledger.touch(p.cr3Register, Footprint.DATA);
        long upper = walker.lookAtDirectory(p, page);
        walker.bookLook();
        if (!Walker.present(upper)) {
            return 0;
        }
        mark(p, upper, PageTable.ACCESSED);
        p.strand.read(Op.WALK, (int) upper);
        p.strand.read(Op.WALK, (int) (upper >>> Integer.SIZE));
        m.done(Op.WALK, walker.last(), (int) upper);
        p.upper = upper;
        m.point(op, address, value);
        p.upper = 0;
        return walkTable(p, page, upper, write, user);
    }

    /** A write through a translation that is not known to be dirty walks, to mark the page's entry. */
    private boolean walksAgain(long cached, boolean write, boolean user) {
        return write
                && Walker.lacks(cached, PageTable.DIRTY)
                && FaultCode.of(cached, true, user, writeProtect) == FaultCode.NONE;
    }

    /** The last step of a walk; {@code upper} is the directory entry through which the table was found. */
    private long walkTable(Processor p, int page, long upper, boolean write, boolean user) {
        machine.ledger.touch(p.tlb.register(page), DATA_WRITE);
        long entry = translation(p, page, upper);
        walker.bookLook();
        if (FaultCode.of(entry, write, user, writeProtect) != FaultCode.NONE) {
            return entry;
        }
        int bits = used(write);
        mark(p, entry, bits);
        p.tlb.fill(page, entry | bits);
        return entry | bits;
    }

    private static int used(boolean write) {
        return write ? PageTable.ACCESSED | PageTable.DIRTY : PageTable.ACCESSED;
    }

    /** What the table and {@code upper} come to; 0 if the table's entry is not present. */
    private long translation(Processor p, int page, long upper) {
        if (!walker.hasDirectory(page)) {
            return walker.look(p, page);
        }
        long entry = walker.lookAtTable(p, page, upper);
        return Walker.present(entry) ? Walker.combined(upper, entry) : 0;
    }

    private void mark(Processor p, long entry, int bits) {
        if (Walker.lacks(entry, bits)) {
            machine.ledger.touch(walker.last(), DATA_WRITE);
            walker.mark(p, bits);
        }
    }

    /** The access proper, once its translation is known. */
    private int through(Processor p, int op, int page, int address, int value, long entry, int how) {
        Machine m = machine;
        Strand s = p.strand;
        boolean write = op == Op.VSTORE;
        int word = m.memory.inFrame(PageTable.pfn(entry), address);
        bookCr3(p, page, entry);
        // The detectors compare the entry with the page table even on a hit, so the order of the two matters to them.
        long inMemory = walker.look(p, page);
        int pteWord = walker.last();
        walker.bookLook();
        m.ledger.touch(word, write ? DATA_WRITE : Footprint.DATA);
        int result = write ? value : p.stores.view(word, m.memory);
        if (write) {
            m.buffers.put(word, value, -1);
        }
        s.read(op, write ? 0 : result);
        s.user &= (how & Access.USER) == 0;
        m.done(op, word, result);
        int owner = pteWord < 0 ? -1 : m.memory.watch[pteWord] - 1;
        m.listener.accessed(p.id, s.id, word, how);
        m.listener.translated(p.id, s.id, pteWord, owner, entry, inMemory, write);
        m.endIfAsked();
        return result;
    }

    /** An entry that is not global ends with the next CR3 load; and behind a directory CR3 says what is up to date. */
    private void bookCr3(Processor p, int page, long entry) {
        if (dependsOnCr3(page, entry)) {
            machine.ledger.touch(p.cr3Register, Footprint.DATA);
        }
    }

    private boolean dependsOnCr3(int page, long entry) {
        return walker.hasDirectory(page) || (entry & PageTable.GLOBAL) == 0;
    }

    /** See {@link Cpu#readCr2()}. */
    int readCr2() {
        Machine m = machine;
        m.point(Op.READ_CR2, -1, 0);
        Processor p = m.now;
        m.ledger.touch(p.cr2Register, Footprint.DATA);
        p.strand.read(Op.READ_CR2, p.cr2);
        m.done(Op.READ_CR2, p.cr2Register, p.cr2);
        m.listener.cr2Read(p.id, p.strand.id, p.cr2);
        m.endIfAsked();
        return p.cr2;
    }

    // ---- flushes

    /** See {@link Cpu#invlpg(int)}. */
    void invlpg(int address) {
        Machine m = machine;
        int page = walker.page(address);
        m.point(Op.INVLPG, page, 0);
        Processor p = m.now;
        p.tlb.flush(page);
        p.strand.read(Op.INVLPG, 0);
        m.ledger.touch(p.tlb.register(page), DATA_WRITE);
        m.done(Op.INVLPG, p.tlb.register(page), 0);
        tellWhoKeeps(page);
    }

    /**
     * A flush reaches this processor's TLB alone; who watches is told which others still hold the page, so what is looked
     * at for that is part of the step. There is nothing to tell of an entry that is nobody's.
     */
    private void tellWhoKeeps(int page) {
        Machine m = machine;
        if (isNobodys(page)) {
            return;
        }
        for (Processor p : m.processors) {
            long inMemory = walker.look(p, page);
            int word = walker.last();
            walker.bookLook();
            if (walker.hasDirectory(page)) {
                m.ledger.touch(p.cr3Register, Footprint.DATA);
            }
            m.ledger.touch(p.tlb.register(page), Footprint.DATA);
            long kept = p.tlb.entry(page);
            if (kept != 0) {
                int owner = word < 0 ? -1 : m.memory.watch[word] - 1;
                m.listener.keptElsewhere(m.now.id, m.now.strand.id, owner, kept, inMemory);
            }
        }
    }

    /** True if the page has one entry for good, and that belongs to no processor. */
    private boolean isNobodys(int page) {
        if (walker.hasDirectory(page)) {
            return false;
        }
        walker.look(machine.now, page);
        int word = walker.last();
        return word < 0 || machine.memory.watch[word] <= 0;
    }

    /** See {@link Cpu#loadCr3(int)}. */
    void loadCr3(int value) {
        Machine m = machine;
        m.point(Op.CR3, -1, value);
        Processor p = m.now;
        p.cr3 = value;
        walker.lookAtRoots(p, value, p.roots);
        walker.bookLook();
        for (int page = 0; page < p.tlb.pages(); page++) {
            if (p.tlb.endsWithCr3(page)) {
                m.ledger.touch(p.tlb.register(page), DATA_WRITE);
                p.tlb.flush(page);
            }
        }
        p.strand.read(Op.CR3, 0);
        m.ledger.touch(p.cr3Register, DATA_WRITE);
        m.done(Op.CR3, p.cr3Register, value);
    }

    // ---- what a walker does unasked

    /** Pages that {@code p} could cache now without being asked: present at all levels and not cached. A bit each. */
    long speculativeFills(Processor p) {
        long mask = 0;
        for (int page = 0; page < p.tlb.pages(); page++) {
            if (p.tlb.entry(page) == 0 && walker.look(p, page) != 0) {
                mask |= 1L << page;
            }
        }
        return mask;
    }

    /** Caches one of them, as the walker of {@code p} and nobody's step. */
    void fill(Processor p, int page) {
        Machine m = machine;
        if (walker.hasDirectory(page)) {
            m.ledger.touchUnasked(p, p.cr3Register, Footprint.DATA);
            markUnasked(p, walker.lookAtDirectory(p, page));
        }
        long entry = walker.look(p, page);
        walker.bookUnasked(p);
        markUnasked(p, entry);
        m.ledger.touchUnasked(p, p.tlb.register(page), DATA_WRITE);
        if (dependsOnCr3(page, entry)) {
            m.ledger.touchUnasked(p, p.cr3Register, Footprint.DATA);
        }
        p.tlb.fill(page, entry | PageTable.ACCESSED);
    }

    private void markUnasked(Processor p, long entry) {
        if (Walker.lacks(entry, PageTable.ACCESSED)) {
            machine.ledger.touchUnasked(p, walker.last(), DATA_WRITE);
            walker.mark(p, PageTable.ACCESSED);
        }
    }

    // ---- how far a pending step can be told apart

    /** How far the pending access of {@code p} can be told apart, one of this class's operations. */
    int level(Footprint known, Processor p) {
        Strand s = p.strand;
        return switch (s.op) {
            case Op.INVLPG -> Math.max(whereabouts(), flushLevel(known, s.word));
            case Op.CR3 -> Math.max(whereabouts(), cr3Level(known, p));
            case Op.READ_CR2 -> Math.max(whereabouts(), known.level(p.cr2Register));
            default -> Math.max(whereabouts(), accessLevel(known, p));
        };
    }

    /** Which processor's registers and TLB are meant can be told apart where the task can be moved to another. */
    private int whereabouts() {
        return machine.cpus() > 1 && machine.displaceableHere() ? Footprint.LOCAL : Footprint.QUIET;
    }

    /** A flush of one page also looks at the page table, and at who else holds the page, if there is somebody to tell. */
    private int flushLevel(Footprint known, int page) {
        if (isNobodys(page)) {
            return known.level(machine.now.tlb.register(page));
        }
        int level = Footprint.QUIET;
        for (Processor p : machine.processors) {
            walker.look(p, page);
            level = Math.max(level, Math.max(walker.level(known), known.level(p.tlb.register(page))));
            if (walker.hasDirectory(page)) {
                level = Math.max(level, known.level(p.cr3Register));
            }
        }
        return level;
    }

    private int cr3Level(Footprint known, Processor p) {
        walker.lookAtRoots(p, p.strand.value, rootsToBe);
        int level = Math.max(walker.level(known), known.level(p.cr3Register));
        for (int page = 0; page < p.tlb.pages(); page++) {
            if (p.tlb.endsWithCr3(page)) {
                level = Math.max(level, known.level(p.tlb.register(page)));
            }
        }
        return level;
    }

    /** Which words a translated access touches is known only now: its task may have moved since it was made. */
    private int accessLevel(Footprint known, Processor p) {
        int address = p.strand.word;
        boolean write = p.strand.op == Op.VSTORE;
        boolean user = p.strand.user && p.strand.kind == Strand.TASK;
        int page = walker.page(address);
        long cached = p.tlb.entry(page);
        int level = known.level(p.tlb.register(page));
        if (p.upper == 0 && (cached == 0 || walksAgain(cached, write, user)) && walker.hasDirectory(page)) {
            long upper = walker.lookAtDirectory(p, page);
            level = Math.max(level, Math.max(known.level(p.cr3Register), walker.level(known)));
            return Math.max(
                    level, Walker.present(upper) ? markLevel(p, upper, PageTable.ACCESSED) : faults.level(known, p));
        }
        boolean hit = p.upper == 0 && cached != 0 && !walksAgain(cached, write, user);
        long entry = hit ? cached : translation(p, page, p.upper);
        if (!hit) {
            level = Math.max(level, walker.level(known));
        }
        if (FaultCode.of(entry, write, user, writeProtect) != FaultCode.NONE) {
            walker.look(p, page);
            return Math.max(Math.max(level, walker.level(known)), faults.level(known, p));
        }
        if (!hit) {
            level = Math.max(level, markLevel(p, entry, used(write)));
        }
        if (dependsOnCr3(page, entry)) {
            level = Math.max(level, known.level(p.cr3Register));
        }
        walker.look(p, page);
        level = Math.max(level, walker.level(known));
        return Math.max(level, known.level(machine.memory.inFrame(PageTable.pfn(entry), address)));
    }

    /** A locked operation lets earlier stores of its processor out, which others can tell. */
    private static int markLevel(Processor p, long entry, int bits) {
        return Walker.lacks(entry, bits) && !p.stores.isEmpty() ? Footprint.SHARED : Footprint.QUIET;
    }
}
