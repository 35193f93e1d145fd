package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.digest.Hash;

/**
 * Draws every choice from a 64-bit seed. Before each access another processor gets its turn with a probability of one in
 * {@value #SWITCH_ODDS}, an interrupt is raised with one of one in {@value #INTERRUPT_ODDS} while the bounds allow, and with
 * one of one in {@value #MOVE_ODDS} something else that can moves: a store leaves its buffer, a message arrives, a device moves.
 */
public final class RandomArbiter implements Arbiter {
    private static final int INTERRUPT_ODDS = 16;
    private static final int SWITCH_ODDS = 3;
    private static final int MOVE_ODDS = 4;

    /** A run that has not ended after so many steps is cut off: a loop that never finds what it waits for. */
    private static final int STEPS_MAX = 10_000;

    private final int[] moves = new int[Moves.MOVES_MAX];
    private final Budget left;
    private long state;

    public RandomArbiter(long randomSeed, Bounds bounds) {
        state = randomSeed;
        left = new Budget(bounds);
    }

    private int draw(int bound) {
        state = Hash.mix(state);
        return (int) ((state >>> 33) % bound);
    }

    @Override
    public int choose(Machine machine) {
        if (machine.steps() >= STEPS_MAX) {
            return Agent.STOP;
        }
        int raisable = left.interrupts() > 0 ? machine.moves().raisable() : 0;
        if (raisable != 0 && draw(INTERRUPT_ODDS) == 0) {
            left.spendInterrupt();
            return Agent.timer(drawBit(raisable));
        }
        int move = move(machine);
        if (move != Agent.END) {
            return move;
        }
        int steppable = machine.moves().steppable();
        int others = steppable & ~(1 << machine.running());
        boolean stay = others != steppable && (others == 0 || draw(SWITCH_ODDS) != 0);
        if (stay) {
            return Agent.cpu(machine.running());
        }
        return steppable == 0 ? machine.moves().defaultAgent() : Agent.cpu(drawBit(others));
    }

    /** Now and then, one of the moves that are nobody's step. */
    private int move(Machine machine) {
        int size = machine.moves().buffered() || machine.moves().asynchronous()
                ? machine.moves().all(moves)
                : 0;
        if (size == 0 || draw(MOVE_ODDS) != 0) {
            return Agent.END;
        }
        int agent = moves[draw(size)];
        if (!machine.moves().isBudgeted(agent)) {
            return agent;
        }
        if (!left.allowsInterrupt()) {
            return Agent.END;
        }
        left.spendInterrupt();
        return agent;
    }

    @Override
    public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
        if (involuntary && !left.allowsPreemption()) {
            return preferred;
        }
        int task = drawBit(candidates);
        if (involuntary && task != preferred) {
            left.spendPreemption();
        }
        return task;
    }

    private int drawBit(int mask) {
        int rest = mask;
        for (int skip = draw(Integer.bitCount(mask)); skip > 0; skip--) {
            rest &= rest - 1;
        }
        return Integer.numberOfTrailingZeros(rest);
    }
}
