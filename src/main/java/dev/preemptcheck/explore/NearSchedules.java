package dev.preemptcheck.explore;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Schedules near another, by how far they are from it.
 *
 * <p>An edit before a deviation moves that one and all behind it, so moves are of a deviation together with those behind it, on top
 * of what was moved before. The distance is the sum of all moves in steps, doubled for each move beyond the first: two edits
 * are less likely than one.
 */
final class NearSchedules {
    private NearSchedules() {}

    /** Those at exactly that distance, at least 1, in which deviations still come one after the other. */
    static Stream<Schedule> at(int distance, Schedule start) {
        return IntStream.rangeClosed(1, start.size())
                .takeWhile(moves -> distance >= moves << (moves - 1))
                .filter(moves -> distance % (1 << (moves - 1)) == 0)
                .boxed()
                .flatMap(moves -> moved(start, 0, moves, distance >> (moves - 1)))
                .filter(NearSchedules::isInOrder);
    }

    private static Stream<Schedule> moved(Schedule start, int from, int moves, int total) {
        if (moves == 0) {
            return Stream.of(start);
        }
        int least = moves == 1 ? total : 1;
        return IntStream.rangeClosed(from, start.size() - moves)
                .boxed()
                .flatMap(i -> IntStream.rangeClosed(least, total - moves + 1)
                        .boxed()
                        .flatMap(steps -> Stream.of(steps, -steps)
                                .flatMap(by -> moved(start.shifted(i, by), i + 1, moves - 1, total - steps))));
    }

    private static boolean isInOrder(Schedule schedule) {
        List<Deviation> deviations = schedule.deviations();
        return deviations.get(0).step() >= 0
                && IntStream.range(1, deviations.size())
                        .allMatch(i -> deviations.get(i - 1).step()
                                <= deviations.get(i).step());
    }
}
