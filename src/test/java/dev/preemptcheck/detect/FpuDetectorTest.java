package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.FpuUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FpuDetectorTest {
    private static final int NOBODY = -1;
    private static final int USER_READ = FpuUse.USER | FpuUse.READ;
    private static final int USER_WRITE = FpuUse.USER | FpuUse.WRITE;

    private final Traced trace = new Traced();
    private final FpuDetector d5 = new FpuDetector(trace);

    @BeforeEach
    void watch() {
        d5.watch(trace);
        trace.liveWords[A] = 10;
        trace.liveWords[B] = 10;
    }

    /** TS, and whether the state of whoever is asked about is live. */
    private void now(boolean taskSwitched, boolean live) {
        trace.taskSwitched = taskSwitched;
        trace.pending = live ? 1 : 0;
    }

    // ---- whose values

    @Test
    void aProgramThatComputesOnAnothersRegistersIsReportedAndTheOtherIsTheCulprit() {
        d5.fpuUsed(0, B, A, USER_WRITE | FpuUse.ELSEWHERE);
        assertThat(trace.said).containsExactly("D5:user-state by 2");
    }

    @Test
    void aProgramThatFindsTheKernelsValuesIsReported() {
        d5.fpuUsed(0, B, B, USER_READ | FpuUse.KERNEL | FpuUse.ELSEWHERE);
        assertThat(trace.said).containsExactly("D5:user-state by 3");
    }

    @Test
    void aProgramThatFindsAnOlderStateOfItsOwnIsReported() {
        d5.fpuUsed(0, B, B, USER_READ | FpuUse.ELSEWHERE);
        assertThat(trace.said).containsExactly("D5:user-state by 3");
    }

    @Test
    void aProgramWhoseStateIsLostInAnEmptiedUnitIsReported() {
        d5.fpuUsed(0, B, NOBODY, USER_READ | FpuUse.ELSEWHERE);
        assertThat(trace.said).containsExactly("D5:user-state by 3");
    }

    @Test
    void aProgramMayBeginWithAnEmptyUnitAndGoOnWithItsOwn() {
        d5.fpuUsed(0, B, NOBODY, USER_WRITE);
        d5.fpuUsed(0, B, B, USER_READ);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void kernelCodeThatTakesOutWhatItDidNotPutInIsReported() {
        d5.fpuUsed(0, A, B, FpuUse.READ | FpuUse.KERNEL);
        d5.fpuUsed(0, A, A, FpuUse.READ);
        d5.fpuUsed(0, A, NOBODY, FpuUse.READ | FpuUse.ELSEWHERE);
        assertThat(trace.said).containsExactly("D5:page-corrupt by 2", "D5:page-corrupt by 2", "D5:page-corrupt by 2");
    }

    @Test
    void kernelCodeMayTakeOutWhatItPutIn() {
        d5.fpuUsed(0, A, A, FpuUse.READ | FpuUse.KERNEL | FpuUse.ELSEWHERE);
        assertThat(trace.said).isEmpty();
    }

    /** A switch saves and #NM loads whatever is there; neither looks at it. */
    @Test
    void imagesOfOthersAreSavedAndLoadedWithoutComplaint() {
        d5.fpuUsed(0, A, B, FpuUse.ELSEWHERE);
        d5.fpuUsed(0, A, B, FpuUse.WRITE | FpuUse.ELSEWHERE);
        assertThat(trace.said).isEmpty();
    }

    // ---- the invariant

    @Test
    void aSwitchThatLeavesTsClearIsAHazardOfWhoWasLeft() {
        now(false, false);
        d5.switched(0, A, B);
        assertThat(trace.said).containsExactly("D5:switch hazard of 2");
    }

    @Test
    void aSwitchWithTsSetIsRight() {
        now(true, false);
        d5.switched(0, A, B);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatFollowsFromABreachIsNotReportedAgainUntilItHasHeld() {
        now(false, false);
        d5.switched(0, A, B);
        d5.returnedToUser(0, B, 0);
        assertThat(trace.said).hasSize(1);
        now(true, false);
        d5.returnedToUser(0, B, 0);
        now(false, false);
        d5.switched(0, B, A);
        assertThat(trace.said).hasSize(2);
    }

    @Test
    void aBreachOnOneProcessorHidesNoneOnAnother() {
        now(false, false);
        d5.switched(0, A, B);
        d5.switched(1, B, A);
        assertThat(trace.said).containsExactly("D5:switch hazard of 2", "D5:switch hazard of 3");
    }

    @Test
    void userModeNeedsTsIfAndOnlyIfTheStateIsNotLive() {
        now(false, true);
        d5.returnedToUser(0, A, 0);
        now(true, false);
        d5.returnedToUser(0, A, 0);
        assertThat(trace.said).isEmpty();
        now(true, true);
        d5.returnedToUser(0, A, 0);
        assertThat(trace.said).containsExactly("D5:user-mode hazard of 2");
    }

    @Test
    void aTrapThatLeavesTsSetBesideALiveStateIsAHazard() {
        now(true, true);
        d5.fpuTrapLeft(0, A);
        assertThat(trace.said).containsExactly("D5:trap hazard of 2");
    }

    // ---- guards

    /** A kernel section breaks the invariant on purpose; with preemption off nobody is asked about it. */
    @Test
    void aSectionWithPreemptionOffBreaksTheInvariantUnseen() {
        now(false, true);
        d5.countChanged(0, A, 0, 1);
        now(false, false);
        d5.fpuUsed(0, A, A, FpuUse.WRITE | FpuUse.ELSEWHERE);
        d5.fpuUsed(0, A, A, FpuUse.READ | FpuUse.KERNEL | FpuUse.ELSEWHERE);
        now(true, false);
        d5.countChanged(0, A, 1, 0);
        d5.switched(0, A, B);
        assertThat(trace.said).isEmpty();
    }

    /** A trap of a program that has nothing in the unit yet. */
    @Test
    void aTrapIntoAnEmptyUnitIsRight() {
        now(false, true);
        d5.fpuTrapLeft(0, A);
        d5.fpuUsed(0, A, NOBODY, USER_WRITE);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void withoutALazySwitchThereIsNoInvariant() {
        trace.liveWords[A] = -1;
        now(false, false);
        d5.switched(0, A, B);
        d5.returnedToUser(0, A, 0);
        d5.fpuTrapLeft(0, A);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatIsRememberedIsInTheFingerprint() {
        now(false, false);
        d5.switched(0, A, B);
        assertThat(d5.fingerprint()).isNotZero();
        d5.reset();
        assertThat(d5.fingerprint()).isZero();
    }
}
