package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;

/** Who moves, told in terms that are the same in a state however it was reached. */
final class Movement {
    private Movement() {}

    /** The agent, a store by its rank among those of its processor that could reach memory, not by the step that issued it. */
    static int ranked(Machine m, int agent) {
        if (!Agent.isDrain(agent)) {
            return agent;
        }
        int[] moves = new int[Moves.MOVES_MAX];
        int size = m.moves().all(moves);
        int rank = 0;
        for (int i = 0; i < size && moves[i] != agent; i++) {
            rank += isDrainOf(moves[i], Agent.number(agent)) ? 1 : 0;
        }
        return Agent.drain(Agent.number(agent), rank);
    }

    /** The agent of a {@link #ranked} one in this state; {@link Agent#STOP} if there is none. */
    static int unranked(Machine m, int ranked) {
        if (!Agent.isDrain(ranked)) {
            return ranked;
        }
        int[] moves = new int[Moves.MOVES_MAX];
        int size = m.moves().all(moves);
        int rank = Agent.detail(ranked);
        for (int i = 0; i < size; i++) {
            if (isDrainOf(moves[i], Agent.number(ranked)) && rank-- == 0) {
                return moves[i];
            }
        }
        return Agent.STOP;
    }

    /**
     * True if what is drawn on bounds and hits {@code cpu} need be tried in this state by who lets it come again and again: at
     * the head of a loop, in user mode, and where the processor waits. Whoever goes on for ever comes past one of these.
     */
    static boolean isOpen(Machine m, int cpu) {
        return m.pending().hasForgotten(cpu) || (m.moves().steppable() & 1 << cpu) == 0;
    }

    /** The same of the processor that {@code agent} would hit, or of all if it is nobody's. */
    static boolean isOpenTo(Machine m, int agent) {
        return holdsWhere(m, agent, Movement::isOpen);
    }

    /**
     * True if the agent claims a turn in this state, where it can move: what is drawn on bounds does not while another such
     * is served.
     */
    static boolean claims(Machine m, int agent) {
        boolean mayWait = m.moves().isBudgeted(agent);
        return !Agent.isFill(agent)
                && (!mayWait || holdsWhere(m, agent, (at, cpu) -> !at.inInterrupt(cpu) || isOpen(at, cpu)));
    }

    private interface Condition {
        boolean holds(Machine m, int cpu);
    }

    private static boolean holdsWhere(Machine m, int agent, Condition condition) {
        int where = Agent.where(agent, -1);
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            if ((where < 0 || where == cpu) && !condition.holds(m, cpu)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDrainOf(int agent, int cpu) {
        return Agent.isDrain(agent) && Agent.number(agent) == cpu;
    }

    /**
     * Who claims a turn where that agent can move: a task for steps of its own, a processor for those of what has interrupted
     * it, a store buffer for all its stores; and a task that could be picked.
     */
    static int claimant(Machine m, int agent) {
        if (Agent.isDrain(agent)) {
            return Agent.drain(Agent.number(agent), 0);
        }
        int cpu = Agent.number(agent);
        return Agent.isCpu(agent) && !m.inInterrupt(cpu) ? Agent.task(m.taskOn(cpu)) : agent;
    }

    /** True if the claimant has had its turn by that move; a task has not when it is only picked. */
    static boolean serves(int agent) {
        return agent >= 0 && !Agent.isTask(agent);
    }
}
