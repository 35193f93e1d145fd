package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OwnershipDetectorTest {
    private static final int USER0 = 10;
    private static final int USER1 = 11;
    private static final int PAGE = 0x55d54163;
    private static final int OTHER_PAGE = 0x55cb9163;

    private final Traced trace = new Traced();
    private final OwnershipDetector d2 = new OwnershipDetector(trace);

    @BeforeEach
    void watch() {
        d2.watch(trace);
    }

    @Test
    void aSlotAcquiredWherePreemptionIsOnIsAWindow() {
        trace.preemptible = true;
        d2.acquired(0, A, USER0, 0, PAGE);
        assertThat(trace.said).containsExactly("D2:window hazard of 2");
    }

    @Test
    void aWindowThatOpensLaterIsReportedOnceForAnAcquisition() {
        d2.acquired(0, A, USER0, 0, PAGE);
        assertThat(trace.said).isEmpty();
        trace.preemptible = true;
        d2.countChanged(0, A, 1, 0);
        d2.interruptFlag(0, A, true);
        assertThat(trace.said).containsExactly("D2:window hazard of 2");
        d2.released(0, A, USER0);
        d2.acquired(0, A, USER0, 0, PAGE);
        assertThat(trace.said).hasSize(2);
    }

    @Test
    void theInterruptFlagOpensAWindowToo() {
        d2.acquired(0, A, USER0, 0, PAGE);
        trace.preemptible = true;
        d2.interruptFlag(0, A, true);
        assertThat(trace.said).containsExactly("D2:window hazard of 2");
    }

    @Test
    void anotherTasksWindowIsNone() {
        d2.acquired(0, A, USER0, 0, PAGE);
        trace.preemptible = true;
        d2.countChanged(1, B, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void preemptionAfterTheReleaseIsNoWindow() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.translated(0, A, USER0, 0, PAGE, PAGE, true);
        d2.released(0, A, USER0);
        trace.preemptible = true;
        d2.countChanged(0, A, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void nestedSlotsMayBeReleasedInTheOrderOfTheirAcquisition() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.acquired(0, A, USER1, 0, OTHER_PAGE);
        d2.translated(0, A, USER0, 0, PAGE, PAGE, false);
        d2.released(0, A, USER0);
        d2.translated(0, A, USER1, 0, OTHER_PAGE, OTHER_PAGE, true);
        d2.released(0, A, USER1);
        trace.preemptible = true;
        d2.countChanged(0, A, 1, 0);
        assertThat(trace.said).isEmpty();
        assertThat(d2.fingerprint()).isZero();
    }

    @Test
    void anInnerSlotStillHeldAfterTheOuterOneHasAWindow() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.acquired(0, A, USER1, 0, OTHER_PAGE);
        d2.released(0, A, USER0);
        trace.preemptible = true;
        d2.countChanged(0, A, 1, 0);
        assertThat(trace.said).containsExactly("D2:window hazard of 2");
    }

    @Test
    void anOwnerThatReachesAnotherPageHasHitTheWrongOne() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.translated(0, A, USER0, 0, OTHER_PAGE, OTHER_PAGE, true);
        assertThat(trace.said).containsExactly("D2:wrong-page by 2");
    }

    @Test
    void theDisplacedOwnerIsToBlameNotTheVictim() {
        trace.on[0] = B;
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.acquired(0, B, USER0, 0, PAGE);
        d2.translated(0, B, USER0, 0, OTHER_PAGE, OTHER_PAGE, true);
        assertThat(trace.said).containsExactly("D2:wrong-page by 2");
        assertThat(d2.culprit()).isEqualTo(A);
    }

    @Test
    void otherBitsOfTheEntryAreNoOtherPage() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.translated(0, A, USER0, 0, PAGE & ~0x60, PAGE, true);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anAccessAfterTheReleaseIsUseAfterUnmap() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.released(0, A, USER0);
        d2.translated(0, A, USER0, 0, PAGE, 0, false);
        assertThat(trace.said).containsExactly("D2:use-after-unmap by 2");
    }

    @Test
    void anotherTasksReleaseTakesNothingAway() {
        d2.acquired(0, A, USER0, 0, PAGE);
        d2.released(0, B, USER0);
        d2.translated(0, A, USER0, 0, PAGE, PAGE, false);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anOwnerOnTheSlotsProcessorIsNoCulprit() {
        d2.acquired(0, A, USER0, 0, PAGE);
        assertThat(d2.culprit()).isNegative();
    }

    @Test
    void anOwnerThatMovedIsACulpritOnceHisSlotStaysBehind() {
        d2.acquired(0, A, USER0, 0, PAGE);
        trace.on[0] = B;
        trace.on[1] = A;
        assertThat(d2.culprit()).isEqualTo(A);
        d2.released(1, A, USER0);
        assertThat(d2.culprit()).isNegative();
    }

    @Test
    void whatIsHeldAndFlaggedIsInTheFingerprint() {
        d2.acquired(0, A, USER0, 0, PAGE);
        long held = d2.fingerprint();
        assertThat(held).isNotZero();
        trace.preemptible = true;
        d2.countChanged(0, A, 1, 0);
        assertThat(d2.fingerprint()).isNotEqualTo(held);
        d2.released(0, A, USER0);
        assertThat(d2.fingerprint()).isZero();
    }
}
