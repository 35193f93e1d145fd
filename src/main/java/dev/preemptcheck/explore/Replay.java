package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a saved schedule on the kernel of today.
 *
 * @param result how close it came
 * @param recording the run that reached the signature, else the one that came nearest
 */
public record Replay(Result result, Recording recording) {
    /** Runs around the anchors before a schedule is given up. */
    private static final int EXECUTIONS_MAX = 1000;

    /** How far a deviation may be moved, in steps. */
    private static final int DISTANCE_MAX = 40;

    /** How close a replay came. */
    public enum Result {
        /** The same steps with the same values, and the same signature. */
        EXACT,
        /** Other steps, the same signature: found by the anchors, or near them. */
        ADAPTED,
        /** The signature was not reached. */
        GONE
    }

    /**
     * Replays {@code schedule}.
     *
     * @param anchors where its deviations were made, by position
     * @param signature what is expected
     * @param trace digest of the original run up to the finding
     */
    public static Replay of(Subject subject, Schedule schedule, List<Anchor> anchors, Signature signature, long trace) {
        Recording bySteps = Recorder.record(subject, schedule);
        if (bySteps.finding(signature) != null) {
            return new Replay(bySteps.trace() == trace ? Result.EXACT : Result.ADAPTED, bySteps);
        }
        Recording byAnchors = Recorder.record(subject, schedule, anchors);
        if (byAnchors.finding(signature) != null) {
            return new Replay(Result.ADAPTED, byAnchors);
        }
        Schedule start = byAnchors.schedule().size() == schedule.size() ? byAnchors.schedule() : schedule;
        Schedule near = searchAround(subject, start, signature);
        return near == null
                ? new Replay(Result.GONE, byAnchors)
                : new Replay(Result.ADAPTED, Recorder.record(subject, near));
    }

    /** Moves the deviations from one on together, nearest first, one after the other. */
    private static @Nullable Schedule searchAround(Subject subject, Schedule start, Signature signature) {
        Footprint ignored = subject.footprint(Footprint.Reduction.NONE);
        int executions = 0;
        for (int distance = 1; distance <= DISTANCE_MAX; distance++) {
            for (int from = 0; from < start.size(); from++) {
                for (int shift : new int[] {distance, -distance}) {
                    if (executions++ == EXECUTIONS_MAX) {
                        return null;
                    }
                    Schedule candidate = start.shifted(from, shift);
                    subject.run(new LassoWatch(subject, candidate, new ScheduleArbiter(candidate)), ignored, 0, null);
                    Subject.Sighting failure = subject.failure();
                    if (failure != null && failure.signature().equals(signature)) {
                        return candidate;
                    }
                }
            }
        }
        return null;
    }
}
