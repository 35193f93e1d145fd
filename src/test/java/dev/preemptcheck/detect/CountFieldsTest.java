package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.CountLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D1 where the count has fields (fact 3.2). */
final class CountFieldsTest {
    private static final int HARDIRQ = 0x10000;

    private final Traced trace = new Traced();
    private final BalanceDetector d1 = new BalanceDetector(trace);

    @BeforeEach
    void watch() {
        trace.layout = CountLayout.FIELDS;
        d1.watch(trace);
    }

    /** The task's count goes through these values. */
    private void counts(int... values) {
        for (int i = 1; i < values.length; i++) {
            d1.countChanged(0, A, values[i - 1], values[i]);
        }
    }

    @Test
    void bhsThatComeOnWithoutHavingBeenOffAreAnUnderflowWithItsCount() {
        counts(0, 0xFFFFFF00);
        assertThat(trace.said).containsExactly("D1:underflow(ffffff00) hazard of 2");
    }

    @Test
    void theCountOfTheReportIsTheFirstOne() {
        counts(0, 0xFFFFFF00, 0x0000FF00, 0xFFFFFF01, 0xFFFFFF00, 0);
        assertThat(trace.said).containsExactly("D1:underflow(ffffff00) hazard of 2");
    }

    @Test
    void eachTaskHasItsOwnFirstFault() {
        counts(0, -1);
        d1.countChanged(1, B, 0, -1);
        assertThat(trace.said)
                .containsExactly("D1:underflow(ffffffff) hazard of 2", "D1:underflow(ffffffff) hazard of 3");
    }

    @Test
    void aLockGivenBackOnceTooOftenBorrowsFromTheSoftirqs() {
        counts(0x100, 0xFF);
        assertThat(trace.said).containsExactly("D1:borrow(000000ff) hazard of 2");
    }

    @Test
    void bhsThatComeOnOnceTooOftenBorrowFromTheHardirqs() {
        counts(HARDIRQ, HARDIRQ - 0x100);
        assertThat(trace.said).containsExactly("D1:borrow(0000ff00) hazard of 2");
    }

    @Test
    void whatIsAddedToABadCountLeavesItNegative() {
        counts(0x80000000, 0x80000001);
        assertThat(trace.said).containsExactly("D1:negative(80000001) hazard of 2");
    }

    @Test
    void aMarkThatOverwritesALockIsReported() {
        counts(1, CountLayout.ACTIVE);
        assertThat(trace.said).containsExactly("D1:overwritten(04000000) hazard of 2");
    }

    @Test
    void aSoftirqThatKeepsALockIsAnImbalance() {
        d1.softirqEntered(0, A, 0x100);
        d1.softirqLeft(0, A, 0x101);
        assertThat(trace.said).containsExactly("D1:softirq-imbalance by 2");
    }

    @Test
    void aLeakIsReportedWhateverTheField() {
        d1.returnedToUser(0, A, 0x100);
        assertThat(trace.said).containsExactly("D1:leak by 2");
    }

    @Test
    void locksWithinBhsWithinAnInterruptAreBalanced() {
        counts(0, 1, 0x101, 0x102, 0x10102, 0x10103, 0x20103, 0x10103, 0x10102, 0x102, 0x101, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theEndOfAnInterruptMayKeepPreemptionOffWhileSoftirqsRun() {
        counts(0, HARDIRQ, 1, 0x101, 0x102, 0x101, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theMarkOfAPreemptionComesAndGoesAlone() {
        counts(0, CountLayout.ACTIVE, CountLayout.ACTIVE + 1, CountLayout.ACTIVE + HARDIRQ + 1, CountLayout.ACTIVE + 1);
        counts(CountLayout.ACTIVE + 1, CountLayout.ACTIVE, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aSoftirqWithinAHandlerMayLeaveEachAsItWas() {
        d1.handlerEntered(0, A, 1);
        d1.softirqEntered(0, A, 0x102);
        d1.softirqLeft(0, A, 0x102);
        d1.handlerLeft(0, A, 1);
        d1.returnedToUser(0, A, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whoseCountWasWrongIsInTheFingerprint() {
        long nothing = d1.fingerprint();
        counts(0, -1);
        assertThat(d1.fingerprint()).isNotEqualTo(nothing);
        d1.reset();
        assertThat(d1.fingerprint()).isEqualTo(nothing);
    }

    @Test
    void oneNumberHasNoFields() {
        trace.layout = CountLayout.PLAIN;
        d1.watch(trace);
        counts(0x100, 0xFF, CountLayout.ACTIVE);
        assertThat(trace.said).isEmpty();
    }
}
