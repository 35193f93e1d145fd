package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.List;

/**
 * How far a search has come that takes what it knows of words for settled: the states that it has met, the schedules that
 * wait, and whether the bounds left something out. If that knowledge grows too much, the next round starts from nothing
 * (EXPLORATION A.4).
 */
final class Round {
    private static final int PICK = 0x5157;

    private final VisitedStates visited;
    private final boolean lastMoverCounts;
    private final Frontier frontier = new Frontier();
    private boolean cut;

    /** {@code lastMoverCounts} makes it part of the state which processor moved last. */
    Round(VisitedStates visited, boolean lastMoverCounts) {
        this.visited = visited;
        this.lastMoverCounts = lastMoverCounts;
    }

    void restart() {
        visited.clear();
        frontier.restart();
        cut = false;
    }

    /** Begins with schedules of which the last deviation leads to where the search starts. */
    void restart(List<Schedule> schedules) {
        restart();
        frontier.restart(schedules);
    }

    Frontier frontier() {
        return frontier;
    }

    /** Distinct states met. */
    long states() {
        return visited.states();
    }

    /** True if everything behind this state is explored, or will be, with at least that budget; if not, it is the caller's from now on. */
    boolean covered(Machine m, Budget left) {
        return covered(m, 0, m.witness(), left);
    }

    /** The same for the state in which {@code schedule()} picks one of {@code candidates}. */
    boolean pickCovered(Machine m, int candidates, Budget left) {
        return covered(m, PICK + candidates, m.witness() ^ candidates, left);
    }

    private boolean covered(Machine m, int kind, int witness, Budget left) {
        int lastMover = lastMoverCounts ? m.running() + 1 : 0;
        return visited.covered(
                m.fingerprint() + Hash.at(kind, lastMover), witness, left.interrupts(), left.preemptions());
    }

    /** What tells the state from others: before a choice of who moves, or in a pick among {@code candidates} if there are any. */
    static long state(Machine m, int candidates) {
        return m.fingerprint() + Hash.at(candidates == 0 ? 0 : PICK + candidates, 0);
    }

    /** Takes note of what a run left out. */
    void add(Budget spent) {
        cut |= spent.exceeded();
    }

    /** True if more could have happened than the bounds allow. */
    boolean cut() {
        return cut;
    }
}
