package dev.preemptcheck;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.Seed;

/** Makes a seed anew whose kernel has changed: by its anchors, else by searching for its signature. */
public final class SeedRefresh {
    private static final Bounds BOUNDS = new Bounds(2, 3);

    private SeedRefresh() {}

    /** The same finding on today's kernel. */
    public static Seed anew(Seed seed) {
        try (Subject subject =
                new Subject(Systems.scenario(seed.scenario(), seed.config(), seed.patch()), Carrier.best())) {
            Replay replay = Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
            Recording run = replay.result() == Replay.Result.GONE ? searched(subject, seed) : replay.recording();
            return new Seed(
                    seed.scenario(),
                    seed.config(),
                    seed.patch(),
                    seed.signature(),
                    run.trace(),
                    run.schedule(),
                    run.anchors());
        }
    }

    private static Recording searched(Subject subject, Seed seed) {
        SearchOptions options = SearchOptions.FIRST.withGoal(seed.signature());
        Verdict verdict = new Explorer(subject, BOUNDS, options).explore(Progress.UNWATCHED);
        if (verdict instanceof Verdict.Refuted refuted) {
            for (Finding finding : refuted.findings()) {
                if (finding.signature().equals(seed.signature())) {
                    return Recorder.record(subject, finding.schedule());
                }
            }
        }
        throw new IllegalStateException(seed.signature() + " is not found any more: " + verdict);
    }
}
