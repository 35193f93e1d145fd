package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.interrupt.Vector;
import java.util.List;

/**
 * A generated machine with everything that can interrupt it: what its tasks do, how its handlers behave, and who moves.
 *
 * @param model when stores reach memory
 * @param acknowledgedTimer whether the timer goes through the local APIC
 * @param levelTriggered lines that ask as long as they are high, a bit each
 * @param tasks what each processor's task does
 * @param restsEnabled whether a processor that is done waits with IF=1
 * @param handlers by {@link #VECTORS}: how each handler goes about it
 * @param turns who moves, see {@link TurnArbiter}
 */
record InterruptPlan(
        MemoryModel model,
        boolean acknowledgedTimer,
        int levelTriggered,
        List<List<Move>> tasks,
        List<Boolean> restsEnabled,
        List<Manner> handlers,
        List<Integer> turns) {
    /** A vector of a low class; its handlers send {@link #HIGH} in turn. */
    static final int LOW = 0x31;

    static final int LOW_TOO = 0x3A;
    /** A vector of a class that interrupts the others. */
    static final int HIGH = Vector.CALL_FUNCTION;

    /** Lines of the 8259s with a device: two of the first chip, one of the second. */
    static final List<Integer> LINES = List.of(3, 5, 12);

    /** Everything that has a handler, the NMI apart. */
    static final List<Integer> VECTORS =
            List.of(LOW, LOW_TOO, HIGH, Vector.LOCAL_TIMER, Vector.FIRST + 3, Vector.FIRST + 5, Vector.FIRST + 12);

    int cpus() {
        return tasks.size();
    }

    Manner manner(int vector) {
        return handlers.get(VECTORS.indexOf(vector));
    }

    /** How a handler goes about it: whether it lets interrupts in meanwhile, and whether it ends its interrupt first. */
    record Manner(boolean enables, boolean endsFirst) {}

    /** What a task does next; who gets which vector matters to {@code SEND} alone, the mask to {@code MASK}. */
    record Move(Kind kind, int targets, int vector) {}

    enum Kind {
        WORK,
        /** An instruction of two accesses that no interrupt comes between. */
        UNLOCKED,
        CLI,
        STI,
        /** Saves the flag, clears it, works, restores it. */
        SAVE,
        SEND,
        /** Masks all lines at the 8259s, or none. */
        MASK,
        UNMASK
    }
}
