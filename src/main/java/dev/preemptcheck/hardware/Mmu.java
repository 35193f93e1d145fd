package dev.preemptcheck.hardware;

/**
 * The part of the processors that translates: accesses through the TLB, walks of the page table where it misses, and what
 * drops its entries (fact 2.3). A walk sees what waits in its own processor's store buffer, as a load does.
 */
final class Mmu {
    private final Machine machine;

    Mmu(Machine machine) {
        this.machine = machine;
    }

    /** Reads or writes a linear address that is not mapped for good; gives the value that was read. */
    int access(int op, int address, int value) {
        Machine m = machine;
        int page = m.pageTable.page(address);
        int pteWord = pteWord(page);
        m.point(op, (page << 12) | (address & 0xFFF), value);
        Tlb tlb = m.now.tlb;
        int inMemory = m.now.stores.view(pteWord, m.memory);
        int entry = tlb.entry(page);
        m.ledger.touch(tlb.register(page), Footprint.WRITE | Footprint.DATA);
        // The detectors compare the entry with the page table even on a hit, so the order of the two matters to them.
        m.ledger.touch(pteWord, Footprint.DATA);
        if (entry == 0) {
            if ((inMemory & PageTable.PRESENT) == 0) {
                m.now.strand.read(op, 0);
                m.done(op, pteWord, inMemory);
                throw m.bug("paging-request", "");
            }
            entry = inMemory;
            tlb.fill(page, entry);
        }
        int result = through(op, m.memory.inFrame(PageTable.pfn(entry), address), value);
        m.listener.translated(m.now.id, m.now.strand.id, pteWord, entry, inMemory, op == Op.VSTORE);
        m.endIfAsked();
        return result;
    }

    /** The access proper, once its word is known. */
    private int through(int op, int word, int value) {
        Machine m = machine;
        m.ledger.touch(word, op == Op.VSTORE ? Footprint.WRITE | Footprint.DATA : Footprint.DATA);
        int result = op == Op.VSTORE ? value : m.now.stores.view(word, m.memory);
        if (op == Op.VSTORE) {
            m.buffers.put(word, value, -1);
        }
        m.now.strand.read(op, op == Op.VSTORE ? 0 : result);
        m.done(op, word, result);
        return result;
    }

    /** See {@link Cpu#invlpg(int)}. */
    void invlpg(int address) {
        Machine m = machine;
        int page = m.pageTable.page(address);
        m.point(Op.INVLPG, page, 0);
        Tlb tlb = m.now.tlb;
        tlb.flush(page);
        m.now.strand.read(Op.INVLPG, 0);
        m.ledger.touch(tlb.register(page), Footprint.WRITE | Footprint.DATA);
        m.done(Op.INVLPG, tlb.register(page), 0);
        tellWhoKeeps(page);
    }

    /**
     * A flush reaches this processor's TLB alone; who watches is told which others still hold the page, so what is looked
     * at for that is part of the step.
     */
    private void tellWhoKeeps(int page) {
        Machine m = machine;
        int pteWord = pteWord(page);
        m.ledger.touch(pteWord, Footprint.DATA);
        for (Processor p : m.processors) {
            m.ledger.touch(p.tlb.register(page), Footprint.DATA);
            int kept = p.tlb.entry(page);
            if (kept != 0) {
                int owner = m.memory.watch[pteWord] - 1;
                m.listener.keptElsewhere(m.now.id, m.now.strand.id, owner, kept, m.memory.words[pteWord]);
            }
        }
    }

    /** See {@link Cpu#loadCr3(int)}. */
    void loadCr3(int value) {
        Machine m = machine;
        m.point(Op.CR3, -1, value);
        Processor p = m.now;
        p.cr3 = value;
        p.tlb.flushAllButGlobal();
        p.strand.read(Op.CR3, 0);
        m.ledger.touch(p.cr3Register, Footprint.WRITE | Footprint.DATA);
        m.done(Op.CR3, p.cr3Register, value);
    }

    /** How far the pending access of {@code p} can be told apart, one of this class's operations. */
    int level(Footprint known, Processor p) {
        Strand s = p.strand;
        return switch (s.op) {
            case Op.INVLPG -> flushLevel(known, s.word);
            case Op.CR3 -> known.level(p.cr3Register);
            default -> accessLevel(known, p, s.word);
        };
    }

    /** A flush of one page also looks at the page table, and at who else holds the page. */
    private int flushLevel(Footprint known, int page) {
        int level = known.level(pteWord(page));
        for (Processor p : machine.processors) {
            level = Math.max(level, known.level(p.tlb.register(page)));
        }
        return level;
    }

    /** Which words a translated access touches is known only now: its task may have moved since it was made. */
    private int accessLevel(Footprint known, Processor p, int place) {
        Memory memory = machine.memory;
        int page = place >>> 12;
        int pteWord = pteWord(page);
        int entry = p.tlb.entry(page);
        if (entry == 0) {
            entry = p.stores.view(pteWord, memory);
            if ((entry & PageTable.PRESENT) == 0) {
                return Footprint.SHARED;
            }
        }
        int level = Math.max(known.level(p.tlb.register(page)), known.level(pteWord));
        return Math.max(level, known.level(memory.inFrame(PageTable.pfn(entry), place)));
    }

    private int pteWord(int page) {
        return machine.memory.index(machine.pageTable.entries() + 4 * page);
    }
}
