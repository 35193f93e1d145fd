package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import java.util.List;

/**
 * The executions of a search, whoever chose in them: counts them against the limits, and keeps what they found.
 *
 * <p>After {@link #make}, {@link #record} takes down what the detectors said, with the schedule that was followed.
 */
final class Executions {
    private final Subject subject;
    private final Footprint footprint;
    private final SearchOptions options;
    private final Findings findings = new Findings();
    private long made;
    private long toFinding;
    private long toFailure;
    private long inconclusive;

    /** What these executions touch is noted in {@code footprint}. */
    Executions(Subject subject, Footprint footprint, SearchOptions options) {
        this.subject = subject;
        this.footprint = footprint;
        this.options = options;
    }

    /** One execution, in which {@code arbiter} is not asked before step {@code quietUntil}. */
    void make(Arbiter arbiter, int quietUntil) {
        subject.run(arbiter, footprint, quietUntil, null);
        made++;
    }

    /** Keeps what was found in the last execution, which followed {@code schedule}. */
    void record(Schedule schedule) {
        inconclusive += subject.inconclusive() ? 1 : 0;
        subject.newHazards().forEach(h -> keep(h.on(schedule)));
        Subject.Sighting failure = subject.failure();
        if (failure != null) {
            keep(failure.on(schedule));
        }
    }

    /** Counts what another search made, and keeps what it found. */
    void add(long executions, List<Finding> found) {
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
    long left() {
        long left = options.executionsMax() - made;
        return findings.isEmpty() ? left : Math.min(left, options.moreMax() - (made - toFinding));
    }

    long made() {
        return made;
    }

    /** How many it took to the first failure; 0 if there was none. */
    long toFailure() {
        return toFailure;
    }

    /** How many, of those recorded in this round, ended with tasks that wait and that more interrupts might help. */
    long inconclusive() {
        return inconclusive;
    }

    void restartRound() {
        inconclusive = 0;
    }

    Findings findings() {
        return findings;
    }
}
