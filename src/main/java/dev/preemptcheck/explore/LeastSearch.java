package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The least schedules of all that end in given signatures: fewest deviations, then earliest, one deviation after the other
 * (EXPLORATION J.3).
 *
 * <p>Schedules are run in that order, with every reduction off. What a schedule leads to is left alone where a lesser one has
 * led to the same state: whatever ends in the signature behind it is less behind the other, since the decisions up to there
 * come first in the order. So the first run that shows a signature is the least, and depends on nothing else.
 */
final class LeastSearch {
    private final Subject subject;
    private final Bounds bounds;
    private final Footprint ignored;
    private final VisitedStates visited = new VisitedStates();
    private final Frontier frontier = new Frontier();
    private final Map<Signature, Finding> found = new LinkedHashMap<>();
    private final long executionsMax;
    private long executions;

    /** Within these bounds; given up after {@code executionsMax} runs. */
    LeastSearch(Subject subject, Bounds bounds, long executionsMax) {
        this.subject = subject;
        this.bounds = bounds;
        this.executionsMax = executionsMax;
        this.ignored = subject.footprint(Footprint.Reduction.NONE);
    }

    /**
     * The least finding of each signature, until as many are found as are wanted.
     *
     * @param known a finding of each signature; none of more deviations than they have is looked for
     */
    Map<Signature, Finding> least(List<Finding> known, int wanted) {
        List<Signature> signatures = known.stream().map(Finding::signature).toList();
        boolean hazards = known.stream().anyMatch(Finding::hazard);
        int deviationsMax =
                known.stream().mapToInt(f -> f.schedule().size()).max().orElse(0);
        subject.forgetHazards();
        frontier.restart();
        while (frontier.hasNext() && found.size() < wanted && executions < executionsMax) {
            int node = frontier.next();
            Schedule schedule = frontier.schedule(node);
            run(schedule, node, schedule.size() < deviationsMax);
            sightings()
                    .filter(s -> signatures.contains(s.signature()))
                    .forEach(s -> found.putIfAbsent(s.signature(), s.on(schedule)));
            if (hazards) {
                subject.forgetHazards();
            }
        }
        return found;
    }

    private void run(Schedule schedule, int node, boolean branches) {
        LeastProbe probe = new LeastProbe(visited, new Budget(bounds), schedule, branches);
        subject.run(probe, ignored, probe.nextStep(), null);
        executions++;
        probe.addTo(frontier, node);
    }

    private Stream<Subject.Sighting> sightings() {
        return Stream.concat(Stream.ofNullable(subject.failure()), subject.newHazards().stream());
    }

    /** Runs made. */
    long executions() {
        return executions;
    }
}
