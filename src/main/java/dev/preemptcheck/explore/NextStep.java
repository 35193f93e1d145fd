package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.Pending;

/**
 * What a processor is about to do, as far as other processors can tell.
 *
 * @param op one of {@link Op}
 * @param operand what it waits for, if it waits
 * @param first the first word that it touches, or -1 if it touches none
 * @param last the last one
 * @param reach what it does there
 */
record NextStep(int op, int operand, int first, int last, Reach reach) {
    private static final int NO_WORD = -1;

    /** What a step does to what it touches. */
    enum Reach {
        /** Touches nothing that others can. */
        OWN,
        READ,
        WRITE,
        /** What it touches isn't known before it is taken, or is more than words. */
        ANYTHING
    }

    /** What {@code cpu} is about to do. */
    static NextStep of(Machine machine, int cpu) {
        Pending pending = machine.pending();
        int op = pending.op(cpu);
        Reach reach = reach(op);
        int word = reach == Reach.READ || reach == Reach.WRITE ? pending.word(cpu) : NO_WORD;
        return new NextStep(op, pending.operand(cpu), word, Op.isPair(op) ? word + 1 : word, reach);
    }

    private static Reach reach(int op) {
        return switch (op) {
            case Op.CPU_ID, Op.CLI, Op.STI, Op.SWITCH, Op.USER, Op.LOOP, Op.FENCE, Op.STORE_FENCE -> Reach.OWN;
            case Op.LOAD, Op.LOAD_PART, Op.LOAD_PAIR, Op.AWAIT, Op.AWAIT_ANY -> Reach.READ;
            case Op.STORE, Op.STORE_PART, Op.STORE_PAIR, Op.TAIL, Op.TAIL_PAIR -> Reach.WRITE;
            case Op.LOCKED, Op.LOCKED_PAIR, Op.ACQUIRE, Op.RELEASE, Op.ALLOCATE, Op.FREE -> Reach.WRITE;
            default -> Reach.ANYTHING;
        };
    }

    boolean writes() {
        return reach == Reach.WRITE;
    }

    /** True if it is not known what it touches. */
    boolean opaque() {
        return reach == Reach.ANYTHING;
    }

    boolean waits() {
        return Op.waitsForWord(op);
    }

    /** True if it waits no longer once its word holds {@code found}. */
    boolean isReleasedBy(int found) {
        return Op.isReleased(op, operand, found);
    }

    /** True if the two touch a word in common. */
    boolean overlaps(NextStep other) {
        return first >= 0 && other.first >= 0 && first <= other.last && other.first <= last;
    }
}
