package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.Op;

/**
 * Who else could move in a state of a machine: each makes one more schedule for the frontier, behind the node that led there.
 */
final class Branching {
    private final Machine machine;
    private final Visibility visibility;
    private final Movers movers;
    private final Frontier frontier;
    private final boolean endless;
    private final int[] moves = new int[Moves.MOVES_MAX];

    Branching(Machine machine, Visibility visibility, Movers movers, Frontier frontier) {
        this(machine, visibility, movers, frontier, false);
    }

    /** With {@code endless}, what is drawn on bounds comes again and again, but only where {@link Movement#isOpen} says so. */
    Branching(Machine machine, Visibility visibility, Movers movers, Frontier frontier, boolean endless) {
        this.endless = endless;
        this.machine = machine;
        this.visibility = visibility;
        this.movers = movers;
        this.frontier = frontier;
    }

    /** Who needs a choice before the next access; see {@link Visibility#ofPending()}. */
    int level() {
        return visibility.ofPending();
    }

    /** Processors whose interrupt may be raised before an access of that level, a bit each. */
    int raisers(int level) {
        int raisers = visibility.raisers(level);
        for (int rest = endless ? raisers : 0; rest != 0; rest &= rest - 1) {
            int cpu = Integer.numberOfTrailingZeros(rest);
            raisers &= Movement.isOpen(machine, cpu) ? -1 : ~(1 << cpu);
        }
        return raisers;
    }

    /** Who gets a turn before an access of that level; see {@link Movers}. */
    int movers(int level) {
        return level == Footprint.SHARED ? movers.of(machine) : Movers.ALL;
    }

    /** True if the set is the next step of {@code agent} alone, and that is not the head of a retry loop. */
    boolean nobodyElse(int set, int agent) {
        return Movers.isOnly(set, agent) && machine.pending().op(Agent.number(agent)) != Op.LOOP;
    }

    /** {@code proposed} if it is in the set, else its first member. */
    int oneOf(int set, int proposed) {
        return set == Movers.ALL || Movers.contains(set, proposed) ? proposed : firstOf(set);
    }

    private int firstOf(int set) {
        int cpus = machine.moves().steppable() & set;
        if (cpus != 0) {
            return Agent.cpu(Integer.numberOfTrailingZeros(cpus));
        }
        int size = machine.moves().all(moves);
        for (int i = 0; i < size; i++) {
            if (Movers.contains(set, moves[i])) {
                return moves[i];
            }
        }
        throw new IllegalStateException("nobody in the set of movers can move: 0x" + Integer.toHexString(set));
    }

    void toTimers(int node, int raisers) {
        for (int rest = raisers; rest != 0; rest &= rest - 1) {
            frontier.add(node, machine.steps(), Agent.timer(Integer.numberOfTrailingZeros(rest)));
        }
    }

    /** To all in the set but the one that is taken in this run. */
    void toMovers(int node, int taken, int set, Budget left) {
        toCpus(node, taken, set);
        toMoves(node, taken, set, left);
    }

    private void toCpus(int node, int taken, int set) {
        for (int rest = machine.moves().steppable() & set; rest != 0; rest &= rest - 1) {
            int agent = Agent.cpu(Integer.numberOfTrailingZeros(rest));
            if (agent != taken) {
                frontier.add(node, machine.steps(), agent);
            }
        }
    }

    /** To what can move beside the processors; the timers have a rule of their own. */
    private void toMoves(int node, int taken, int set, Budget left) {
        int size = machine.moves().buffered() || machine.moves().asynchronous()
                ? machine.moves().all(moves)
                : 0;
        for (int i = 0; i < size; i++) {
            boolean affordable = !machine.moves().isBudgeted(moves[i])
                    || ((!endless || Movement.isOpenTo(machine, moves[i])) && left.allowsInterrupt());
            if (affordable && moves[i] != taken && Movers.contains(set, moves[i])) {
                frontier.add(node, machine.steps(), moves[i]);
            }
        }
    }

    /** To the tasks that {@code schedule()} could pick instead, a bit each. */
    void toPicks(int node, int others) {
        for (int rest = others; rest != 0; rest &= rest - 1) {
            frontier.add(node, machine.steps(), machine.picked(Integer.numberOfTrailingZeros(rest)));
        }
    }

    /**
     * To everybody before {@code step}, the last that was taken. Who could not move at that moment is found out when it is
     * tried.
     */
    void toAllBefore(int step, int node, Budget left) {
        boolean interrupts = left.allowsInterrupt();
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            if (cpu != machine.running()) {
                frontier.add(node, step, Agent.cpu(cpu));
            }
            if (interrupts) {
                frontier.add(node, step, Agent.timer(cpu));
            }
        }
        int size = machine.moves().all(moves);
        for (int i = 0; i < size; i++) {
            boolean issuedNow = Agent.isDrain(moves[i]) && Agent.detail(moves[i]) >= step;
            if (!issuedNow && (interrupts || !machine.moves().isBudgeted(moves[i]))) {
                frontier.add(node, step, moves[i]);
            }
        }
    }
}
