package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
    private static Schedule schedule(int... stepsAndAgents) {
        List<Deviation> deviations = new ArrayList<>();
        for (int i = 0; i < stepsAndAgents.length; i += 2) {
            deviations.add(new Deviation(stepsAndAgents[i], stepsAndAgents[i + 1]));
        }
        return new Schedule(deviations);
    }

    @Test
    void fewestDeviationsComeFirstThenTheEarliest() {
        List<Schedule> ordered = List.of(
                Schedule.EMPTY,
                schedule(9, 0),
                schedule(9, 1),
                schedule(1, 0, 2, 0),
                schedule(1, 0, 3, 0),
                schedule(2, 0, 2, 1));
        List<Schedule> sorted = new ArrayList<>(ordered);
        Collections.reverse(sorted);
        Collections.sort(sorted);
        assertThat(sorted).isEqualTo(ordered);
    }

    @Test
    void aDeviationCanBeTakenOut() {
        assertThat(schedule(1, 0, 2, 1, 3, 0).without(1)).isEqualTo(schedule(1, 0, 3, 0));
    }

    @Test
    void laterDeviationsAreShiftedTogether() {
        assertThat(schedule(1, 0, 2, 1, 3, 0).shifted(1, 10)).isEqualTo(schedule(1, 0, 12, 1, 13, 0));
    }
}
