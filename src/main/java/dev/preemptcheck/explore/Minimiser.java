package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a finding's schedule smaller: fewest deviations first, then earliest.
 *
 * <p>Deleting deviations gives an upper bound; up to it, a {@link LeastSearch} finds the least schedule of all that show the
 * same signature, whatever was found first (EXPLORATION J.3). Where that would take more than {@value #EXECUTIONS_MAX} runs,
 * a search with reductions looks for fewer deviations, and each is moved to the earliest step at which the run still shows the
 * signature; then a smaller one may be left. Of a livelock no search looks for a smaller schedule: only what it can do without
 * is left out.
 */
public final class Minimiser {
    /** Runs after which a search for the least schedule is given up. */
    private static final long EXECUTIONS_MAX = 200_000;

    private static final Comparator<Finding> LEAST = Comparator.comparing(Finding::schedule)
            .thenComparing(f -> f.signature().toString());

    private final Subject subject;
    private final @Nullable Bounds bounds;
    private final long executionsMax;
    private final Footprint ignored;
    private long executions;

    /** Looks at schedules within these bounds. */
    public Minimiser(Subject subject, Bounds bounds) {
        this(subject, bounds, EXECUTIONS_MAX);
    }

    /** Looks at schedules that spend no more than what is found without those deviations that it does not need. */
    public Minimiser(Subject subject) {
        this(subject, null, EXECUTIONS_MAX);
    }

    Minimiser(Subject subject, @Nullable Bounds bounds, long executionsMax) {
        this.subject = subject;
        this.bounds = bounds;
        this.executionsMax = executionsMax;
        this.ignored = subject.footprint(Footprint.Reduction.NONE);
    }

    /**
     * The least finding of the same signature.
     *
     * @throws NotRepeatableException if {@code finding} does not show when its schedule is run again
     */
    public Finding minimise(Finding finding) {
        return minimum(finding).finding();
    }

    /** The same, with what is known of it. */
    public Minimum minimum(Finding finding) {
        executions = 0;
        Finding known = upperBound(finding);
        Bounds within = within(List.of(known));
        Finding least = search(List.of(known), within, 1).get(known.signature());
        return least == null
                ? new Minimum(otherwise(known, within), false, within, executions)
                : new Minimum(least, true, within, executions);
    }

    /** The least finding of all that have the signature of one of these. */
    public Finding leastOf(List<Finding> findings) {
        List<Finding> known = findings.stream().map(this::upperBound).toList();
        Bounds within = within(known);
        return search(known, within, 1).values().stream()
                .findFirst()
                .orElseGet(() -> Collections.min(
                        known.stream().map(f -> otherwise(f, within)).toList(), LEAST));
    }

    /** The least finding of each signature, in the same order; hazards stay as they are. */
    public List<Finding> eachOf(List<Finding> findings) {
        List<Finding> known =
                findings.stream().map(f -> f.hazard() ? f : upperBound(f)).toList();
        List<Finding> failures = known.stream().filter(f -> !f.hazard()).toList();
        Bounds within = within(failures);
        Map<Signature, Finding> least = search(failures, within, failures.size());
        return known.stream()
                .map(f -> f.hazard() || !least.containsKey(f.signature())
                        ? otherwise(f, within)
                        : least.get(f.signature()))
                .toList();
    }

    /** What may be spent: as much as was said, else what one of these spends. */
    private Bounds within(List<Finding> known) {
        List<Bounds> spent = bounds != null
                ? List.of(bounds)
                : known.stream().map(f -> spending(f.schedule())).toList();
        return new Bounds(
                spent.stream().mapToInt(Bounds::interrupts).max().orElse(0),
                spent.stream().mapToInt(Bounds::preemptions).max().orElse(0));
    }

    private Bounds spending(Schedule schedule) {
        Budget left = new Budget(new Bounds(Bounds.MAX, Bounds.MAX));
        if (!schedule.isLasso()) {
            subject.run(new LeastProbe(new VisitedStates(), left, schedule, false), ignored, 0, null);
        }
        return new Bounds(Bounds.MAX - left.interrupts(), Bounds.MAX - left.preemptions());
    }

    /** The same finding without the deviations that it does not need. */
    private Finding upperBound(Finding finding) {
        Finding again = run(finding.schedule(), finding.signature());
        if (again == null) {
            throw new NotRepeatableException(finding);
        }
        return deleteDeviations(again);
    }

    private @Nullable Finding run(Schedule schedule, Signature signature) {
        executions++;
        subject.forgetHazards();
        ScheduleArbiter arbiter = new ScheduleArbiter(schedule);
        subject.run(new LassoWatch(subject, schedule, arbiter), ignored, firstStep(schedule), null);
        if (!arbiter.followedAll()) {
            return null;
        }
        return Stream.concat(Stream.ofNullable(subject.failure()), subject.newHazards().stream())
                .filter(s -> s.signature().equals(signature))
                .findFirst()
                .map(s -> s.on(schedule))
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

    /** The least of so many of the signatures, as far as they are met in time. */
    private Map<Signature, Finding> search(List<Finding> findings, Bounds within, int wanted) {
        List<Finding> ending =
                findings.stream().filter(f -> !f.schedule().isLasso()).toList();
        LeastSearch search = new LeastSearch(subject, within, executionsMax);
        Map<Signature, Finding> least = search.least(ending, Math.min(wanted, ending.size()));
        executions += search.executions();
        return least;
    }

    /** What is less than {@code known} as far as can be found out without looking at all schedules. */
    private Finding otherwise(Finding known, Bounds within) {
        if (known.hazard()) {
            return known;
        }
        return moveEarlier(known.schedule().isLasso() ? known : searchFewer(known, within));
    }

    private Finding searchFewer(Finding finding, Bounds within) {
        SearchOptions options =
                SearchOptions.FIRST.withExecutionsMax(executionsMax).withGoal(finding.signature());
        Verdict verdict = new Explorer(subject, within, options).explore(Progress.UNWATCHED);
        executions += verdict.executions();
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
