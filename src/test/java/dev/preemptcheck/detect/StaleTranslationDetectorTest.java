package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.PageTable;
import org.junit.jupiter.api.Test;

final class StaleTranslationDetectorTest {
    private static final int PAGE = 0x55d54103;

    private final Traced trace = new Traced();
    private final StaleTranslationDetector d3 = new StaleTranslationDetector(trace);

    @Test
    void anotherFrameIsStale() {
        d3.translated(0, A, 5, 0, PAGE, PAGE + 0x1000, false);
        assertThat(trace.said).containsExactly("D3:stale-translation by 2");
    }

    @Test
    void otherRightsAreStale() {
        d3.translated(0, A, 5, 0, PAGE, PAGE & ~PageTable.WRITE, true);
        assertThat(trace.said).containsExactly("D3:stale-translation by 2");
    }

    @Test
    void anEntryThatWasClearedIsStale() {
        d3.translated(0, A, 5, 0, PAGE, 0, false);
        assertThat(trace.said).containsExactly("D3:stale-translation by 2");
    }

    @Test
    void accessedAndDirtyDoNotCount() {
        d3.translated(0, A, 5, 0, PAGE, PAGE | PageTable.ACCESSED | PageTable.DIRTY, true);
        d3.translated(0, A, 5, 0, PAGE | PageTable.ACCESSED, PAGE, false);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aFlushThatLeavesAnOutdatedCopyElsewhereIsAHazard() {
        d3.keptElsewhere(1, A, 0, PAGE, 0);
        assertThat(trace.said).containsExactly("D3:missed-flush hazard of 2");
    }

    @Test
    void aCopyThatIsStillTrueIsNone() {
        d3.keptElsewhere(1, A, 0, PAGE, PAGE | PageTable.DIRTY);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anEntryThatAllProcessorsShareIsFlushedElsewhereLater() {
        d3.keptElsewhere(1, A, -1, PAGE, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whileAnEntryChangesItsOldTranslationMayBeUsed() {
        d3.translationChanging(0, A, 5, true);
        d3.translated(1, A, 5, -1, PAGE, 0, false);
        assertThat(trace.said).isEmpty();
        d3.translated(1, A, 6, -1, PAGE, 0, false);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void onceItHasChangedTheOldTranslationIsStale() {
        d3.translationChanging(0, A, 5, true);
        d3.translationChanging(0, A, 5, false);
        d3.translated(1, A, 5, -1, PAGE, 0, false);
        assertThat(trace.said).containsExactly("D3:stale-translation by 2");
    }

    @Test
    void ofTwoChangesTheLastOneCounts() {
        d3.translationChanging(0, A, 5, true);
        d3.translationChanging(1, A, 5, true);
        d3.translationChanging(0, A, 5, false);
        d3.translated(1, A, 5, -1, PAGE, 0, false);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatChangesIsInTheFingerprintAndEndsWithTheRun() {
        d3.translationChanging(0, A, 5, true);
        assertThat(d3.fingerprint()).isNotZero();
        d3.reset();
        assertThat(d3.fingerprint()).isZero();
        d3.translated(1, A, 5, -1, PAGE, 0, false);
        assertThat(trace.said).hasSize(1);
    }
}
