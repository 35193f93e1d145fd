package dev.preemptcheck.stress.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Classes;
import dev.preemptcheck.explore.StatelessExplorer;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.hardware.carrier.Carrier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How large the spaces of the programs are that other tools are measured by: sizes that others have counted, exactly (law L7).
 */
final class PeerSpacesTest {

    @ParameterizedTest
    @CsvSource({"P1, 924", "P1f, 2", "P2, 90", "P3, 34650", "P5, 168", "P6-2x2, 964"})
    void everyScheduleIsRunOnce(String name, long schedules) {
        try (Schedules all = new Schedules(PeerPrograms.unchecked(name))) {
            assertThat(all.count()).isEqualTo(schedules);
        }
    }

    @ParameterizedTest
    @CsvSource({"P1, 924", "P1f, 2", "P2, 90", "P3, 34650", "P5, 168", "P6-2x2, 964", "P6-3x4, 73332513526452"})
    void thereAreAsManyPathsThroughTheStates(String name, long schedules) {
        try (Schedules all = new Schedules(PeerPrograms.unchecked(name))) {
            assertThat(all.countThroughStates()).isEqualTo(schedules);
        }
    }

    @ParameterizedTest
    @CsvSource({"P1, 110", "P1f, 2", "P2, 22", "P3, 7134", "P5, 7", "P6-2x2, 6"})
    void schedulesFallIntoSoManyClasses(String name, long classes) {
        try (Schedules all = new Schedules(PeerPrograms.unchecked(name))) {
            assertThat(all.classes()).isEqualTo(classes);
        }
    }

    @ParameterizedTest
    @CsvSource({"P1, 110, 0", "P1f, 2, 0", "P2, 22, 0", "P3, 7134, 0", "P5, 7, 1", "P6-2x2, 6, 0", "P6-3x4, 13884, 0"})
    void oneExecutionOfEachClassIsCompleted(String name, long classes, long deadlocks) {
        Classes found = classes(PeerPrograms.unchecked(name));
        assertThat(found.complete()).isEqualTo(classes);
        assertThat(found.deadlocks()).isEqualTo(deadlocks);
        assertThat(found.failed()).isZero();
    }

    private static Classes classes(PeerProgram program) {
        try (Subject subject = new Subject(program, Carrier.best())) {
            return new StatelessExplorer(subject, ended -> {}).explore();
        }
    }
}
