package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Op;

/**
 * Before which accesses others get a chance to move, and who.
 *
 * <p>An access that can't be told apart from what others do needs no choice. What closes a window on its own processor
 * (interrupts off, preemption off) or ends an operation always lets that processor's interrupts in first, whoever
 * touched the word; waits and heads of retry loops let everybody in (EXPLORATION A.1, A.2). Entry to a lock needs what its
 * word needs: a lock that one context alone ever takes keeps nobody out.
 *
 * <p>Where an access can be told apart only from what its own processor does, that processor's transitions (its step, its
 * interrupts) form a persistent set: whatever the others do first could as well be done after them, a draw on the
 * common budget of interrupts included, for the sum of draws is the same in either order.
 *
 * <p>Under a lock at most one step may be told apart from what others do without that lock, as long as it comes before
 * the lock is given back: such a section is one step to the others (Lipton, CACM 1975), with a choice before its entry.
 * A handler on top of it is not: it may come before that step, and a step of its own is the one that is allowed.
 *
 * <p>That set is persistent only because a processor's timer may come whenever its budget allows. Where others send
 * interrupts, or devices raise lines, what can interrupt the processor changes without its doing, and there is no
 * choice of its processor alone.
 *
 * <p>Nor is a step quiet there while its processor has interrupts off: what arrives meanwhile is latched, and a second one is
 * merged with it or overtakes it (fact 2.2, EXPLORATION G.1), so both must be able to arrive before the flag is set again. That
 * happens without a step of its own at the return from a handler, so each step before it offers the choice.
 *
 * <p>With store buffers a plain store is seen by its own processor only; others see it when it is drained, which is offered
 * before every access that needs a choice of all, and so is what drains the buffer as it goes. A store to a word that others
 * can't tell apart doesn't wait in the buffer (Ledger). The section that is one step is none: what it stores is seen later.
 */
class Visibility {
    final Machine machine;
    final Footprint known;
    private final boolean none;
    private final boolean local;

    Visibility(Machine machine, Footprint known) {
        this.machine = machine;
        this.known = known;
        this.none = known.reduction() == Footprint.Reduction.NONE;
        this.local = known.reduction() == Footprint.Reduction.LOCAL;
    }

    /** {@link Footprint#QUIET}: no choice; {@link Footprint#LOCAL}: of its processor; {@link Footprint#SHARED}: of all. */
    int ofPending() {
        int level = none || !machine.moves().runningCanStep() ? Footprint.SHARED : level(machine.running());
        if (level == Footprint.GUARDED) {
            level = !machine.moves().buffered() && machine.pending().inOneStepSection()
                    ? Footprint.LOCAL
                    : Footprint.SHARED;
        }
        if (level == Footprint.QUIET) {
            return mayMerge() ? Footprint.SHARED : level;
        }
        return level == Footprint.LOCAL && (!local || machine.moves().asynchronous()) ? Footprint.SHARED : level;
    }

    /** True if what arrives before the pending step and after it is latched, and could be merged. */
    boolean mayMerge() {
        return machine.moves().asynchronous() && !machine.interruptFlag(machine.running());
    }

    /** Processors whose interrupt may be raised before an access of that level, a bit each. */
    int raisers(int level) {
        return switch (level) {
            case Footprint.QUIET -> 0;
            case Footprint.LOCAL -> machine.moves().raisable() & 1 << machine.running();
            default -> machine.moves().raisable();
        };
    }

    private int level(int cpu) {
        int op = machine.pending().op(cpu);
        if (machine.moves().buffered()) {
            if (Op.buffers(op)) {
                return Math.min(Footprint.LOCAL, machine.pending().level(known));
            }
            if (Op.drains(op) && machine.moves().waitingStores(cpu) > 0) {
                return Footprint.SHARED;
            }
        }
        return switch (op) {
            case Op.AWAIT, Op.AWAIT_ANY, Op.LOOP -> Footprint.SHARED;
            case Op.CLI, Op.USER -> Footprint.LOCAL;
            case Op.STI, Op.SWITCH -> Footprint.QUIET;
            // The number can change only if the task is displaced in between.
            case Op.CPU_ID -> machine.preemptibleHere() ? Footprint.LOCAL : Footprint.QUIET;
            // Nobody minds when a lock is given back, but a handler that waits for its holder waits for ever.
            case Op.RELEASE ->
                known.isLockOnly(machine.pending().word(cpu))
                        ? Math.min(Footprint.LOCAL, machine.pending().level(known))
                        : machine.pending().level(known);
            case Op.LOAD, Op.LOAD_PART ->
                machine.pending().level(known) == Footprint.GUARDED
                                && machine.pending().underLock(known)
                        ? Footprint.QUIET
                        : machine.pending().level(known);
            case Op.LOCKED ->
                machine.pending().closesWindow(cpu)
                        ? Math.max(Footprint.LOCAL, machine.pending().level(known))
                        : machine.pending().level(known);
            default -> machine.pending().level(known);
        };
    }
}
