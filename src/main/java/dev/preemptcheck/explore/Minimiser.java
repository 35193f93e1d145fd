package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import org.jspecify.annotations.Nullable;

/**
 * Makes a finding's schedule smaller: fewest deviations first, then earliest.
 *
 * <p>Deleting deviations gives an upper bound; a search by number of deviations from 0 upwards finds nothing smaller with
 * the same signature, or the smaller one (EXPLORATION J.3). Last, each deviation is moved to the earliest step at which
 * the run still ends with that signature. Of a livelock no search looks for a smaller schedule: only what it can do
 * without is left out.
 */
public final class Minimiser {
    /** Runs after which the search for fewer deviations is given up. */
    private static final long EXECUTIONS_MAX = 200_000;

    private final Subject subject;
    private final Bounds bounds;
    private final Footprint ignored;

    public Minimiser(Subject subject, Bounds bounds) {
        this.subject = subject;
        this.bounds = bounds;
        this.ignored = subject.footprint(Footprint.Reduction.NONE);
    }

    /**
     * The least finding of the same signature.
     *
     * @throws NotRepeatableException if {@code finding} does not show when its schedule is run again
     */
    public Finding minimise(Finding finding) {
        Finding least = repeat(finding);
        if (finding.hazard()) {
            return least;
        }
        least = deleteDeviations(least);
        if (!least.schedule().isLasso()) {
            least = searchFewer(least);
        }
        return repeat(moveEarlier(least));
    }

    private Finding repeat(Finding finding) {
        Finding again = run(finding.schedule(), finding.signature());
        if (again == null) {
            throw new NotRepeatableException(finding);
        }
        return again;
    }

    private @Nullable Finding run(Schedule schedule, Signature signature) {
        subject.forgetHazards();
        ScheduleArbiter arbiter = new ScheduleArbiter(schedule);
        subject.run(new LassoWatch(subject, schedule, arbiter), ignored, firstStep(schedule), null);
        if (!arbiter.followedAll()) {
            return null;
        }
        Subject.Sighting failure = subject.failure();
        if (failure != null && failure.signature().equals(signature)) {
            return failure.on(schedule);
        }
        return subject.newHazards().stream()
                .filter(h -> h.signature().equals(signature))
                .findFirst()
                .map(h -> h.on(schedule))
                .orElse(null);
    }

    private static int firstStep(Schedule schedule) {
        return schedule.size() == 0 ? 0 : schedule.deviations().get(0).step();
    }

    private Finding deleteDeviations(Finding finding) {
        Finding least = finding;
        for (int i = least.schedule().size() - 1; i >= 0; i--) {
            Finding shorter = run(least.schedule().without(i), least.signature());
            if (shorter != null) {
                least = shorter;
                i = Math.min(i, least.schedule().size());
            }
        }
        return least;
    }

    private Finding searchFewer(Finding finding) {
        SearchOptions options =
                SearchOptions.FIRST.withExecutionsMax(EXECUTIONS_MAX).withGoal(finding.signature());
        Verdict verdict = new Explorer(subject, bounds, options).explore(Progress.UNWATCHED);
        if (verdict instanceof Verdict.Refuted refuted) {
            return refuted.findings().stream()
                    .filter(f -> f.signature().equals(finding.signature()))
                    .filter(f -> f.schedule().compareTo(finding.schedule()) < 0)
                    .findFirst()
                    .orElse(finding);
        }
        return finding;
    }

    private Finding moveEarlier(Finding finding) {
        Finding least = finding;
        for (int i = 0; i < finding.schedule().size(); i++) {
            int latest = least.schedule().deviations().get(i).step();
            int earliest = i == 0 ? 0 : least.schedule().deviations().get(i - 1).step();
            for (int step = earliest; step < latest; step++) {
                Finding earlier = run(least.schedule().shifted(i, step - latest), least.signature());
                if (earlier != null) {
                    least = earlier;
                    break;
                }
            }
        }
        return least;
    }
}
