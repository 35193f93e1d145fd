package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import java.util.List;

/**
 * Follows a schedule as {@link ScheduleArbiter} does, then carries on by default, and takes down every deviation that could be
 * made next, with every reduction off. Stops in a state that a lesser schedule has led to with the same budget, or more.
 *
 * <p>A state tells which processor moved last: what carrying on means depends on it. Where the machine asks twice before one
 * step, a deviation stands for the first time that it could be made; such a state says nothing of others like it.
 */
final class LeastProbe implements Arbiter {
    private static final int PICK = 0x5157;
    private static final int AGENT_BITS = 32;

    private final VisitedStates visited;
    private final Budget left;
    private final List<Deviation> prefix;
    private final boolean branches;
    private final int[] moves = new int[Moves.MOVES_MAX];
    private long[] next = new long[64];
    private int size;
    private int followed;
    private int lastChoice = -1;

    /** Of {@code schedule}; if it {@code branches}, others with one deviation more are of interest. */
    LeastProbe(VisitedStates visited, Budget budget, Schedule schedule, boolean branches) {
        this.visited = visited;
        this.left = budget;
        this.prefix = schedule.deviations();
        this.branches = branches;
    }

    /** The step before which the next deviation is made; 0 behind the last. */
    int nextStep() {
        return followed < prefix.size() ? prefix.get(followed).step() : 0;
    }

    /** Adds to {@code frontier}, behind {@code node}, the schedules with one deviation more, least first. */
    void addTo(Frontier frontier, int node) {
        Arrays.sort(next, 0, size);
        for (int i = 0; i < size; i++) {
            if (i == 0 || next[i] != next[i - 1]) {
                frontier.add(node, (int) (next[i] >>> AGENT_BITS), (int) next[i]);
            }
        }
    }

    @Override
    public int choose(Machine m) {
        if (followed < prefix.size()) {
            return follow(m);
        }
        boolean again = m.steps() == lastChoice;
        lastChoice = m.steps();
        if (!again && covered(m, 0)) {
            return Agent.STOP;
        }
        int usual = m.moves().defaultAgent();
        if (branches) {
            branch(m, usual);
        }
        return usual;
    }

    private int follow(Machine m) {
        Deviation due = prefix.get(followed);
        if (m.steps() != due.step() || Agent.isPick(due.agent()) || !m.moves().canMove(due.agent())) {
            return m.moves().defaultAgent();
        }
        if (m.moves().isBudgeted(due.agent())) {
            left.spendInterrupt();
        }
        return made(m);
    }

    private int made(Machine m) {
        int agent = prefix.get(followed++).agent();
        m.quietUntil(nextStep());
        return agent;
    }

    private void branch(Machine m, int usual) {
        for (int rest = m.moves().steppable(); rest != 0; rest &= rest - 1) {
            note(m, Agent.cpu(Integer.numberOfTrailingZeros(rest)), usual);
        }
        for (int rest = m.moves().raisable(); rest != 0; rest &= rest - 1) {
            note(m, Agent.timer(Integer.numberOfTrailingZeros(rest)), usual);
        }
        int others = m.moves().all(moves);
        for (int i = 0; i < others; i++) {
            note(m, moves[i], usual);
        }
    }

    private void note(Machine m, int agent, int usual) {
        if (agent != usual && (!m.moves().isBudgeted(agent) || left.allowsInterrupt())) {
            note(m.steps(), agent);
        }
    }

    private void note(int step, int agent) {
        if (size == next.length) {
            next = Arrays.copyOf(next, 2 * size);
        }
        next[size++] = ((long) step << AGENT_BITS) | agent;
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        if (followed < prefix.size()) {
            return followPick(m, candidates, preferred, involuntary);
        }
        if ((candidates & (candidates - 1)) == 0) {
            return preferred;
        }
        if (covered(m, candidates)) {
            return Agent.STOP;
        }
        boolean affordable = branches && (!involuntary || left.allowsPreemption());
        for (int rest = affordable ? candidates & ~(1 << preferred) : 0; rest != 0; rest &= rest - 1) {
            note(m.steps(), m.picked(Integer.numberOfTrailingZeros(rest)));
        }
        return preferred;
    }

    private int followPick(Machine m, int candidates, int preferred, boolean involuntary) {
        Deviation due = prefix.get(followed);
        int choice = Agent.number(due.agent());
        if (m.steps() != due.step()
                || !Agent.isPick(due.agent())
                || (candidates & (1 << choice)) == 0
                || m.picked(choice) != due.agent()) {
            return preferred;
        }
        if (involuntary) {
            left.spendPreemption();
        }
        made(m);
        return choice;
    }

    private boolean covered(Machine m, int candidates) {
        int kind = candidates == 0 ? 0 : PICK + candidates;
        return visited.covered(
                m.fingerprint() + Hash.at(kind, m.running() + 1),
                m.witness() ^ candidates,
                left.interrupts(),
                left.preemptions());
    }
}
