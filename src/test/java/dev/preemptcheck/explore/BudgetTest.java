package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BudgetTest {
    private final Budget left = new Budget(new Bounds(1, 2));

    @Test
    void asMuchIsAllowedAsTheBoundsSay() {
        assertThat(left.allowsInterrupt()).isTrue();
        left.spendInterrupt();
        assertThat(left.allowsInterrupt()).isFalse();
        left.spendPreemption();
        assertThat(left.allowsPreemption()).isTrue();
        left.spendPreemption();
        assertThat(left.allowsPreemption()).isFalse();
    }

    @Test
    void spendingTheLastIsNotYetMoreThanTheBoundsAllow() {
        left.spendInterrupt();
        assertThat(left.exceeded()).isFalse();
    }

    @Test
    void askingInVainForAnInterruptIsMoreThanTheBoundsAllow() {
        left.spendInterrupt();
        left.allowsInterrupt();
        assertThat(left.exceeded()).isTrue();
    }

    @Test
    void askingInVainForAPreemptionIsMoreThanTheBoundsAllow() {
        left.spendPreemption();
        left.spendPreemption();
        left.allowsPreemption();
        assertThat(left.exceeded()).isTrue();
    }
}
