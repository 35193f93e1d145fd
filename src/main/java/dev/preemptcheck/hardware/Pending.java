package dev.preemptcheck.hardware;

/**
 * What the processors of a machine are about to do, for those who decide whether that needs a choice.
 *
 * <p>Valid while the machine stands before an access.
 */
public final class Pending {
    private final Machine machine;

    Pending(Machine machine) {
        this.machine = machine;
    }

    /** The operation that the strand on processor {@code cpu} is about to perform, one of {@link Op}. */
    public int op(int cpu) {
        return machine.processors[cpu].strand.op;
    }

    /** The index of the word that it is about to touch, or -1. */
    public int word(int cpu) {
        return machine.processors[cpu].strand.word;
    }

    /** How far the running processor's access can be told apart, see {@link Footprint#level(int)}. */
    public int level(Footprint known) {
        Processor p = machine.now;
        Strand s = p.strand;
        return switch (s.op) {
            case Op.VLOAD, Op.VSTORE -> translatedLevel(known, p, s.word);
            case Op.INVLPG -> flushLevel(known, s.word);
            case Op.CR3 -> known.level(p.cr3Register);
            default -> s.word < 0 ? Footprint.QUIET : known.level(s.word);
        };
    }

    /** A flush of one page also looks at the page table, and at who else holds the page. */
    private int flushLevel(Footprint known, int page) {
        int level = known.level(machine.memory.index(machine.pageTable.entries() + 4 * page));
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            level = Math.max(level, known.level(machine.tlbRegister(cpu, page)));
        }
        return level;
    }

    /** Which words a translated access touches is known only now: its task may have moved since it was made. */
    private int translatedLevel(Footprint known, Processor p, int place) {
        Memory memory = machine.memory;
        int page = place >>> 12;
        int pteWord = memory.index(machine.pageTable.entries() + 4 * page);
        int entry = p.tlb.entry(page);
        if (entry == 0) {
            entry = memory.words[pteWord];
            if ((entry & PageTable.PRESENT) == 0) {
                return Footprint.SHARED;
            }
        }
        int level = Math.max(known.level(p.tlb.register(page)), known.level(pteWord));
        return Math.max(level, known.level(memory.inFrame(PageTable.pfn(entry), place)));
    }

    /**
     * True if the running processor has entered a lock that others contend for, and has taken no step since that they can
     * tell apart.
     */
    public boolean inOneStepSection() {
        return machine.now.inOneStepSection;
    }

    /** True if the running processor's access is made under a lock that guards all writes to its word. */
    public boolean underLock(Footprint known) {
        Processor p = machine.now;
        return p.strand.kind != Strand.HANDLER && known.isGuardedBy(p.strand.word, p.held());
    }

    /** True if the locked access of {@code cpu} takes its task's preempt count away from 0. */
    public boolean closesWindow(int cpu) {
        Memory memory = machine.memory;
        int word = word(cpu);
        return memory.watch[word] < 0 && machine.processors[cpu].stores.view(word, memory) == 0;
    }
}
