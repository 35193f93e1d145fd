package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;
import java.util.ArrayList;
import java.util.List;

/** The execution that a {@link StatelessExplorer} is in, with what is left to be done in each of its states. */
final class Path {
    private static final int NOBODY = -1;

    private final int cpus;
    private final Dependence dependence;
    private final List<Turn> turns = new ArrayList<>();

    Path(int cpus, Dependence dependence) {
        this.cpus = cpus;
        this.dependence = dependence;
    }

    // ---- forth and back

    /** Who moves in the state at that depth; negative if nobody can, or need. */
    int mover(Machine m, int depth) {
        if (depth < turns.size() - 1) {
            return turns.get(depth).cpu;
        }
        if (depth == turns.size()) {
            Turn turn = new Turn(m, depth == 0 ? 0 : inherited(turns.get(depth - 1)));
            if (turn.awake() == 0) {
                waitersRace(turn, depth);
                return NOBODY;
            }
            boolean goesOn = (turn.awake() & 1 << m.running()) != 0;
            turn.cpu = goesOn ? m.running() : lowest(turn.awake());
            turn.due = 1 << turn.cpu;
            turns.add(turn);
        }
        Turn turn = turns.get(depth);
        turn.take(m, race(turn, turn.cpu, depth));
        return turn.cpu;
    }

    /** Who still sleeps behind that turn's step. */
    private int inherited(Turn turn) {
        int asleep = 0;
        for (int rest = turn.asleep; rest != 0; rest &= rest - 1) {
            int cpu = lowest(rest);
            asleep |= dependence.wakes(turn.next[cpu], turn.step()) ? 0 : 1 << cpu;
        }
        return asleep;
    }

    /** The last step has failed. What anybody else would have done instead is due, and what those who wait would have. */
    void failed() {
        if (!turns.isEmpty()) {
            Turn last = turns.get(turns.size() - 1);
            last.due |= last.enabled;
            waitersRace(last, turns.size() - 1);
        }
    }

    /** Back to the last state in which somebody else is due, who moves there next; false if there is none. */
    boolean goesBack() {
        for (int depth = turns.size() - 1; depth >= 0; depth--) {
            Turn turn = turns.get(depth);
            turn.asleep |= 1 << turn.cpu;
            int left = turn.due & turn.awake();
            if (left != 0) {
                turn.cpu = lowest(left);
                return true;
            }
            turns.remove(depth);
        }
        return false;
    }

    // ---- races

    private void waitersRace(Turn state, int depth) {
        for (int cpu = 0; cpu < cpus && dependence.waitersRace(); cpu++) {
            if ((state.enabled & 1 << cpu) == 0 && state.next[cpu].waits()) {
                race(state, cpu, depth);
            }
        }
    }

    /**
     * Finds the steps before {@code depth} with which the next step of {@code cpu} races, and has the reversed orders explored.
     *
     * @return the clock of the step
     */
    private int[] race(Turn state, int cpu, int depth) {
        NextStep step = state.next[cpu];
        int[] clock = past(cpu, depth);
        int[] ordered = clock.clone();
        for (int at = depth - 1; at >= 0; at--) {
            Turn earlier = turns.get(at);
            if (earlier.cpu == cpu || !dependence.dependent(earlier.step(), step)) {
                continue;
            }
            if (!earlier.isBefore(ordered)) {
                raceWith(earlier, at, step, cpu, depth, ordered);
            }
            join(clock, earlier.clock);
        }
        clock[cpu]++;
        return clock;
    }

    private void raceWith(Turn earlier, int at, NextStep step, int cpu, int depth, int[] ordered) {
        if (step.waits() && earlier.step().opaque()) {
            earlier.due |= earlier.enabled;
            return;
        }
        boolean couldComeFirst = !step.waits() || step.isReleasedBy(earlier.valueBefore(step.first()));
        if (couldComeFirst) {
            reverse(earlier, at, cpu, depth, ordered);
        }
        if (couldComeFirst || !dependence.waitersLookBack()) {
            join(ordered, earlier.clock);
        }
    }

    /** Has an execution explored in which the next step of {@code cpu} comes before that of {@code earlier}. */
    private void reverse(Turn earlier, int at, int cpu, int depth, int[] ordered) {
        int first = firstMovers(earlier, at, cpu, depth, ordered);
        if ((first & (earlier.due | earlier.asleep)) == 0) {
            earlier.due |= (first & 1 << cpu) != 0 ? 1 << cpu : Integer.lowestOneBit(first);
        }
    }

    /**
     * Who could begin, in the state of {@code earlier}, with what has happened since and does not come after its step, and then
     * the next step of {@code cpu}.
     */
    private int firstMovers(Turn earlier, int at, int cpu, int depth, int[] ordered) {
        int movers = 0;
        int met = 0;
        for (int i = at + 1; i < depth; i++) {
            Turn turn = turns.get(i);
            if (!earlier.isBefore(turn.clock) && (met & 1 << turn.cpu) == 0) {
                met |= 1 << turn.cpu;
                movers |= isFirst(earlier, at, i, turn.cpu, turn.clock) ? 1 << turn.cpu : 0;
            }
        }
        boolean first = (met & 1 << cpu) == 0 && isFirst(earlier, at, depth, cpu, ordered);
        return first ? movers | 1 << cpu : movers;
    }

    /** True if nothing between has to come before a step of {@code cpu} with that clock, but what comes after {@code earlier}. */
    private boolean isFirst(Turn earlier, int at, int behind, int cpu, int[] clock) {
        for (int i = at + 1; i < behind; i++) {
            Turn turn = turns.get(i);
            if (turn.cpu != cpu && !earlier.isBefore(turn.clock) && turn.isBefore(clock)) {
                return false;
            }
        }
        return true;
    }

    // ---- clocks

    private int[] past(int cpu, int depth) {
        for (int at = depth - 1; at >= 0; at--) {
            if (turns.get(at).cpu == cpu) {
                return turns.get(at).clock.clone();
            }
        }
        return new int[cpus];
    }

    private static void join(int[] clock, int[] other) {
        for (int i = 0; i < clock.length; i++) {
            clock[i] = Math.max(clock[i], other[i]);
        }
    }

    private static int lowest(int set) {
        return Integer.numberOfTrailingZeros(set);
    }
}
