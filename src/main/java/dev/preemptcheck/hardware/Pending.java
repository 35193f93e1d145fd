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

    /**
     * True if the code on {@code cpu} has taken no step since it last forgot what it has read: at the head of a loop, in user
     * mode. Code that goes on for ever comes past such places.
     */
    public boolean hasForgotten(int cpu) {
        return machine.processors[cpu].strand.hasForgotten();
    }

    /** The index of the word that it is about to touch, or -1 if it is more than one or none. */
    public int word(int cpu) {
        return switch (op(cpu)) {
            case Op.VLOAD, Op.VSTORE, Op.INVLPG -> -1;
            default -> machine.processors[cpu].strand.word;
        };
    }

    /** What it is about to do that with: what is stored, waited for, or added. */
    public int operand(int cpu) {
        return machine.processors[cpu].strand.value;
    }

    /** How far the running processor's access can be told apart, see {@link Footprint#level(int)}. */
    public int level(Footprint known) {
        Processor p = machine.now;
        Strand s = p.strand;
        return switch (s.op) {
            case Op.VLOAD, Op.VSTORE, Op.INVLPG, Op.CR3, Op.READ_CR2 -> machine.mmu.level(known, p);
            case Op.LOAD_PAIR, Op.STORE_PAIR, Op.LOCKED_PAIR, Op.TAIL_PAIR ->
                Math.max(known.level(s.word), known.level(s.word + 1));
            case Op.FPU, Op.FPU_SAVE, Op.FPU_RESTORE ->
                FpuPath.level(known, p, machine.cpus() > 1 && machine.displaceableHere());
            case Op.SEND, Op.EOI, Op.IN, Op.OUT, Op.ARM, Op.DELAY -> Footprint.SHARED;
            default -> s.word < 0 ? Footprint.QUIET : known.level(s.word);
        };
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
        return memory.watch[word] == Memory.COUNT && machine.processors[cpu].stores.view(word, memory) == 0;
    }
}
