package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class VisitedStatesTest {
    private final VisitedStates visited = new VisitedStates();

    @Test
    void aFirstVisitIsNotCoveredAndItsRepetitionIs() {
        assertThat(visited.covered(5, 1, 1, 1)).isFalse();
        assertThat(visited.covered(5, 1, 1, 1)).isTrue();
        assertThat(visited.states()).isEqualTo(1);
    }

    @Test
    void smallerBudgetsAreCovered() {
        visited.covered(5, 1, 2, 2);
        assertThat(visited.covered(5, 1, 1, 2)).isTrue();
        assertThat(visited.covered(5, 1, 2, 0)).isTrue();
    }

    @Test
    void largerBudgetsAreNotAndReplaceTheSmaller() {
        visited.covered(5, 1, 1, 1);
        assertThat(visited.covered(5, 1, 2, 1)).isFalse();
        assertThat(visited.covered(5, 1, 2, 1)).isTrue();
        assertThat(visited.states()).isEqualTo(1);
    }

    @Test
    void incomparableBudgetsStandBesideEachOther() {
        visited.covered(5, 1, 3, 0);
        assertThat(visited.covered(5, 1, 0, 3)).isFalse();
        assertThat(visited.covered(5, 1, 2, 0)).isTrue();
        assertThat(visited.covered(5, 1, 0, 2)).isTrue();
        assertThat(visited.covered(5, 1, 1, 1)).isFalse();
        assertThat(visited.states()).isEqualTo(1);
    }

    @Test
    void anotherWitnessIsTheEnginesFault() {
        visited.covered(5, 1, 3, 0);
        visited.covered(5, 1, 0, 3);
        assertThatThrownBy(() -> visited.covered(5, 2, 0, 0)).isInstanceOf(WitnessMismatchException.class);
    }

    @Test
    void aNegativeWitnessIsOneLikeAnyOther() {
        assertThat(visited.covered(5, -1, 3, 3)).isFalse();
        assertThat(visited.covered(5, -1, 3, 3)).isTrue();
    }

    @Test
    void largestBudgetsStayApart() {
        assertThat(visited.covered(5, 1, Bounds.MAX, 0)).isFalse();
        assertThat(visited.covered(5, 1, 0, Bounds.MAX)).isFalse();
        assertThat(visited.covered(5, 1, Bounds.MAX, Bounds.MAX)).isFalse();
        assertThat(visited.covered(5, 1, Bounds.MAX, Bounds.MAX)).isTrue();
    }

    @Test
    void nothingIsLostByGrowing() {
        for (int i = 0; i < 20_000; i++) {
            assertThat(visited.covered(i * 0x9E3779B97F4A7C15L, i, 1, 1)).isFalse();
        }
        for (int i = 0; i < 20_000; i++) {
            assertThat(visited.covered(i * 0x9E3779B97F4A7C15L, i, 1, 1)).isTrue();
        }
        assertThat(visited.states()).isEqualTo(20_000);
    }

    @Test
    void clearingForgetsEverything() {
        visited.covered(5, 1, 1, 1);
        visited.clear();
        assertThat(visited.states()).isZero();
        assertThat(visited.covered(5, 2, 1, 1)).isFalse();
    }
}
