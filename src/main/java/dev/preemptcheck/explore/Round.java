package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How far a search has come that takes what it knows of words for settled: the states that it has met, the schedules that
 * wait, and whether the bounds left something out. If that knowledge grows too much, the next round starts from nothing
 * (EXPLORATION A.4). Threads may share it, each with a machine of its own.
 */
final class Round {
    private static final int PICK = 0x5157;

    /** Sets of states that are locked apart from each other, and how many bits say which one a state is in. */
    private static final int STRIPE_BITS = 4;

    private final VisitedStates[] visited;
    private final boolean lastMoverCounts;
    private final Frontier frontier = new Frontier();
    private boolean cut;
    private boolean retries;

    /** {@code lastMoverCounts} makes it part of the state which processor moved last. */
    Round(Supplier<VisitedStates> visited, boolean lastMoverCounts) {
        this.visited = Stream.generate(visited).limit(1 << STRIPE_BITS).toArray(VisitedStates[]::new);
        this.lastMoverCounts = lastMoverCounts;
    }

    void restart() {
        Stream.of(visited).forEach(VisitedStates::clear);
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
        long states = 0;
        for (VisitedStates stripe : visited) {
            synchronized (stripe) {
                states += stripe.states();
            }
        }
        return states;
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
        long state = m.fingerprint() + Hash.at(kind, lastMover);
        VisitedStates stripe = visited[(int) (state >>> (Long.SIZE - STRIPE_BITS))];
        synchronized (stripe) {
            return stripe.covered(state, witness, left.interrupts(), left.preemptions());
        }
    }

    /** What tells the state from others: before a choice of who moves, or in a pick among {@code candidates} if there are any. */
    static long state(Machine m, int candidates) {
        return m.fingerprint() + Hash.at(candidates == 0 ? 0 : PICK + candidates, 0);
    }

    /** Takes note of what a run on that machine left out, and of what it met. */
    synchronized void add(Machine m, Budget spent) {
        cut |= spent.exceeded();
        retries |= m.retries();
    }

    /** True if more could have happened than the bounds allow. */
    synchronized boolean cut() {
        return cut;
    }

    /** True if somebody has ever met the head of a retry loop. */
    synchronized boolean retries() {
        return retries;
    }
}
