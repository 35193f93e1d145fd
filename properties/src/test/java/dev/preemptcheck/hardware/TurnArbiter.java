package dev.preemptcheck.hardware;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Takes who moves from a list of numbers, and carries on by default behind its end. NMIs and timers come whenever the list
 * says so, whether they would be taken at once or latched, a few of each at most.
 */
final class TurnArbiter implements Arbiter {
    /** Numbers are below this. */
    static final int BOUND = 16 * 64;

    private static final int RAISES_MAX = 3;

    private final List<Integer> turns;
    private final IntConsumer moved;
    private final int[] moves = new int[Moves.MOVES_MAX];
    private int next;
    private int timers;
    private int nmis;

    /** @param moved is told each move that is no processor's step, just before it is made */
    TurnArbiter(List<Integer> turns, IntConsumer moved) {
        this.turns = List.copyOf(turns);
        this.moved = moved;
    }

    @Override
    public int choose(Machine machine) {
        int agent = next < turns.size()
                ? agent(machine, turns.get(next++))
                : machine.moves().defaultAgent();
        if (agent >= 0 && !Agent.isCpu(agent)) {
            moved.accept(agent);
        }
        return agent;
    }

    private int agent(Machine machine, int turn) {
        int which = turn / 16;
        int cpu = which % machine.cpus();
        return switch (turn % 16) {
            case 0, 1, 2, 3, 4, 5, 6 -> step(machine, cpu);
            case 7 -> nmis++ < RAISES_MAX ? Agent.nmi(cpu) : machine.moves().defaultAgent();
            case 8 -> timers++ < RAISES_MAX ? Agent.timer(cpu) : machine.moves().defaultAgent();
            default -> move(machine, which);
        };
    }

    private static int step(Machine machine, int cpu) {
        return (machine.moves().steppable() & 1 << cpu) != 0
                ? Agent.cpu(cpu)
                : machine.moves().defaultAgent();
    }

    private int move(Machine machine, int which) {
        int size = machine.moves().all(moves);
        int agent = size == 0 ? machine.moves().defaultAgent() : moves[which % size];
        boolean budgeted = agent >= 0 && Agent.kind(agent) == Agent.Kind.NMI;
        return budgeted && nmis++ >= RAISES_MAX ? machine.moves().defaultAgent() : agent;
    }

    @Override
    public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
        return preferred;
    }
}
