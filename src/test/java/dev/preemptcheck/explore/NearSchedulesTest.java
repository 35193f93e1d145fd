package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Agent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NearSchedulesTest {
    private static Schedule of(int... steps) {
        return new Schedule(IntStream.of(steps)
                .mapToObj(step -> new Deviation(step, Agent.timer(0)))
                .toList());
    }

    private static List<Schedule> at(int distance, int... steps) {
        return NearSchedules.at(distance, of(steps)).toList();
    }

    @Test
    void aMoveTakesThoseBehindItAlong() {
        assertThat(at(1, 10, 20)).containsExactlyInAnyOrder(of(11, 21), of(9, 19), of(10, 21), of(10, 19));
    }

    @Test
    void twoMovesAreTwiceAsFar() {
        assertThat(at(4, 10, 20))
                .contains(of(14, 24), of(10, 16), of(11, 22), of(11, 20), of(9, 20), of(9, 18))
                .hasSize(8)
                .doesNotHaveDuplicates();
    }

    @Test
    void theirOrderIsKept() {
        assertThat(at(3, 1, 2)).containsExactlyInAnyOrder(of(4, 5), of(1, 5));
        assertThat(at(1)).isEmpty();
    }

    @Test
    void ofManyDeviationsOnlyWhatIsAskedForIsMade() {
        int[] many = IntStream.range(0, 200).map(i -> 100 * i + 100).toArray();
        assertThat(NearSchedules.at(40, of(many)).limit(1000).distinct()).hasSize(1000);
    }
}
