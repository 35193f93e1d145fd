package dev.preemptcheck.explore;

import java.util.List;
import java.util.function.Predicate;

/**
 * The executions of a search, whoever chose in them: counts them against the limits, and keeps what they found.
 *
 * <p>Each is announced with {@link #begin()}; {@link #record} takes down what the detectors said of it, with the schedule that
 * was followed. Threads may share it.
 */
final class Executions {
    private final SearchOptions options;
    private final Findings findings = new Findings();
    private long made;
    private long toFinding;
    private long toFailure;
    private long inconclusive;

    Executions(SearchOptions options) {
        this.options = options;
    }

    /** One more is about to be made. */
    synchronized void begin() {
        made++;
    }

    /** Keeps what was found in the last execution of {@code subject}, which followed {@code schedule}. */
    synchronized void record(Subject subject, Schedule schedule) {
        inconclusive += subject.inconclusive() ? 1 : 0;
        subject.newHazards().forEach(h -> keep(h.on(schedule)));
        Subject.Sighting failure = subject.failure();
        if (failure != null) {
            keep(failure.on(schedule));
        }
    }

    /** Counts what another search made, and keeps what it found. */
    synchronized void add(long executions, List<Finding> found) {
        made += executions;
        found.forEach(this::keep);
    }

    private void keep(Finding finding) {
        if (findings.isEmpty()) {
            toFinding = made;
        }
        if (toFailure == 0 && !finding.hazard()) {
            toFailure = made;
        }
        findings.keep(finding);
    }

    /** True if a limit is met. */
    boolean spent() {
        return left() <= 0;
    }

    /** How many more may be made before a limit is met. */
    synchronized long left() {
        long left = options.executionsMax() - made;
        return findings.isEmpty() ? left : Math.min(left, options.moreMax() - (made - toFinding));
    }

    synchronized long made() {
        return made;
    }

    /** How many it took to the first failure; 0 if there was none. */
    synchronized long toFailure() {
        return toFailure;
    }

    /** How many, of those recorded in this round, ended with tasks that wait and that more interrupts might help. */
    synchronized long inconclusive() {
        return inconclusive;
    }

    synchronized void restartRound() {
        inconclusive = 0;
    }

    /** Rules that were broken without harm, in the order in which that was first seen. */
    synchronized List<Finding> hazards() {
        return findings.hazards();
    }

    /** How many deviations the shortest schedule of such a finding has, or the largest number if there is none. */
    synchronized int leastSize(Predicate<Finding> wanted) {
        return findings.leastSize(wanted);
    }

    /** What was found, the least schedule first. */
    synchronized List<Finding> findings() {
        return findings.inOrder();
    }
}
