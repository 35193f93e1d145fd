package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Detectors;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Size;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data-race detector on the rows of S1, whose locks have words and whose other words are a task's or a processor's own. */
final class RacesInS1Test {

    static Stream<CatalogueRow> rows() {
        return Catalogue.rowsOf("S1").stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void safeRowsHaveNone(CatalogueRow row) {
        Bounds bounds = new Bounds(Size.QUICK.interrupts(), Size.QUICK.preemptions());
        try (Subject subject = new Subject(row.scenario(Size.QUICK), Carrier.best(), Detectors::withRaces)) {
            Verdict verdict = new Explorer(subject, bounds, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            if (row.expectation().safe()) {
                assertThat(verdict).as(verdict.describe()).isInstanceOf(Verdict.Proved.class);
            } else {
                assertThat(racesOf(verdict)).isEmpty();
            }
        }
    }

    /** A row that is unsafe is so without a race: the slot's second user is on the same processor. */
    private static List<Finding> racesOf(Verdict verdict) {
        return verdict instanceof Verdict.Refuted refuted
                ? refuted.findings().stream()
                        .filter(f -> f.signature().rule().equals("race"))
                        .toList()
                : List.of();
    }
}
