package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What becomes of a saved schedule on the kernel of today.
 *
 * @param result how close it came
 * @param recording the run that reached the signature, else the one that came nearest
 * @param tried schedules near the seed's that were tried, after it was run by its steps and by its anchors; 0 if one of these
 *     reached the signature
 */
public record Replay(Result result, Recording recording, int tried) {
    /** Runs near the seed's schedule before it is given up. */
    static final int TRIED_MAX = 1000;

    /** How far deviations may be moved; see {@link NearSchedules}. */
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
            return new Replay(bySteps.trace() == trace ? Result.EXACT : Result.ADAPTED, bySteps, 0);
        }
        Recording byAnchors = Recorder.record(subject, schedule, anchors);
        if (byAnchors.finding(signature) != null) {
            return new Replay(Result.ADAPTED, byAnchors, 0);
        }
        return searchAround(subject, schedule, byAnchors, signature);
    }

    /** Tries what is near the schedule by its anchors and near the one by its steps, nearest first, one after the other. */
    private static Replay searchAround(Subject subject, Schedule schedule, Recording byAnchors, Signature signature) {
        Schedule anchored = completed(byAnchors.schedule(), schedule);
        int[] tried = {0};
        return Stream.concat(Stream.of(anchored), near(anchored, schedule))
                .limit(TRIED_MAX)
                .peek(candidate -> tried[0]++)
                .filter(candidate -> shows(subject, candidate, signature))
                .findFirst()
                .map(found -> new Replay(Result.ADAPTED, Recorder.record(subject, found), tried[0]))
                .orElseGet(() -> new Replay(Result.GONE, byAnchors, tried[0]));
    }

    private static Stream<Schedule> near(Schedule anchored, Schedule byNumber) {
        return IntStream.rangeClosed(1, DISTANCE_MAX)
                .boxed()
                .flatMap(distance ->
                        Stream.of(anchored, byNumber).distinct().flatMap(start -> NearSchedules.at(distance, start)));
    }

    /** Those that were made where their anchors are, then the others, as much later or earlier as the last of these. */
    private static Schedule completed(Schedule made, Schedule all) {
        int size = made.size();
        if (size == 0 || size >= all.size()) {
            return size == 0 ? all : made;
        }
        int shift = made.deviations().get(size - 1).step()
                - all.deviations().get(size - 1).step();
        List<Deviation> deviations = new ArrayList<>(made.deviations());
        deviations.addAll(all.shifted(size, shift).deviations().subList(size, all.size()));
        return new Schedule(deviations);
    }

    private static boolean shows(Subject subject, Schedule schedule, Signature signature) {
        subject.forgetHazards();
        subject.run(
                new LassoWatch(subject, schedule, new ScheduleArbiter(schedule)),
                subject.footprint(Footprint.Reduction.NONE),
                0,
                null);
        return Stream.concat(Stream.ofNullable(subject.failure()), subject.newHazards().stream())
                .anyMatch(s -> s.signature().equals(signature));
    }
}
