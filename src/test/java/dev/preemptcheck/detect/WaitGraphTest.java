package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.LockUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A waits for the answer of B's processor; B spins for a lock. */
final class WaitGraphTest {
    private static final int SPINNING = 1 << A | 1 << B;
    private static final int LOCK = 5;
    private static final int ANSWERS = 10;

    private final Traced trace = new Traced();
    private int holder = A;
    private final WakeupDetector d13 = new WakeupDetector(trace, (task, lock) -> task == holder && lock == LOCK);

    @BeforeEach
    void bothSpin() {
        trace.enabled = false;
        trace.pending = 1 << 1;
        trace.awaited[0] = "unanswered";
        trace.awaited[1] = "lock";
        trace.lockAwaited[1] = LOCK;
        d13.watch(trace);
        d13.awaitsAnswers(0, A, ANSWERS);
    }

    private void nobodyMoves() {
        d13.quiescent(SPINNING, 0, SPINNING, true);
    }

    @Test
    void whoHoldsALockAndWaitsForAnAnswerOfWhoSpinsForItIsInACircle() {
        nobodyMoves();
        assertThat(trace.said).containsExactly("D13:deadlock(lock,unanswered) by 2");
        assertThat(trace.inconclusive).isFalse();
    }

    @Test
    void aLockThatSomebodyElseHoldsMakesNoCircle() {
        holder = 4;
        d13.quiescent(SPINNING | 1 << 4, 1 << 4, SPINNING, true);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void whoHasEndedGivesNoLockBack() {
        d13.awaitsAnswers(0, A, -1);
        holder = 4;
        nobodyMoves();
        assertThat(trace.said).containsExactly("D13:deadlock(lock,unanswered) by 2");
    }

    @Test
    void aProcessorThatHasAnsweredIsNotWaitedFor() {
        trace.pending = 1 << 2; // another one has not
        nobodyMoves();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void nobodyWaitsForAnAnswerThatHasCome() {
        d13.awaitsAnswers(0, A, -1);
        nobodyMoves();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void whoCouldBePreemptedWhereHeSpinsIsInNoCircle() {
        trace.enabled = true;
        nobodyMoves();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void whoAnswersAsSoonAsHeMayIsNotWaitedForEvenWhereNobodyIsPreempted() {
        trace.enabled = true;
        trace.kernelPreemptible = false;
        nobodyMoves();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void twoLocksMakeACircleToo() {
        trace.lockAwaited[0] = LOCK + 1;
        WakeupDetector crossed = new WakeupDetector(
                trace, (task, lock) -> (task == A && lock == LOCK) || (task == B && lock == LOCK + 1));
        crossed.watch(trace);
        crossed.quiescent(SPINNING, 0, SPINNING, true);
        assertThat(trace.said).hasSize(1);
    }

    /** A sleeps for a lock of B's, on no processor; B spins for the other lock. */
    private WakeupDetector sleeperAndSpinner(int holderOfTheOther) {
        WakeupDetector crossed = new WakeupDetector(
                trace, (task, lock) -> (task == B && lock == LOCK + 1) || (task == holderOfTheOther && lock == LOCK));
        crossed.watch(trace);
        trace.on[0] = 0;
        crossed.contended(0, A, LOCK + 1);
        return crossed;
    }

    @Test
    void whoSleepsForALockOfOneWhoSpinsForHisIsInACircle() {
        sleeperAndSpinner(A).quiescent(SPINNING, 1 << A, 1 << B, true);
        assertThat(trace.said).containsExactly("D13:deadlock(lock) by 3");
        assertThat(trace.inconclusive).isFalse();
    }

    @Test
    void aSleeperWhoseLockIsNotSpunForMakesNoCircle() {
        sleeperAndSpinner(4).quiescent(SPINNING | 1 << 4, 1 << A | 1 << 4, 1 << B, true);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void twoWhoSleepForEachOthersLockAreInACircleThatNoInterruptOpens() {
        WakeupDetector crossed = sleeperAndSpinner(A);
        trace.on[1] = 1;
        trace.enabled = true;
        crossed.contended(1, B, LOCK);
        crossed.quiescent(SPINNING, SPINNING, 0, true);
        assertThat(trace.said).containsExactly("D13:deadlock by 2");
    }

    @Test
    void aSleeperWhoGotHisLockIsInNoCircle() {
        WakeupDetector crossed = sleeperAndSpinner(A);
        trace.on[1] = 1;
        trace.enabled = true;
        crossed.contended(1, B, LOCK);
        crossed.locked(1, B, LOCK, LockUse.SLEEPING);
        crossed.quiescent(SPINNING, SPINNING, 0, true);
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void whatIsAwaitedIsInTheFingerprint() {
        long waiting = d13.fingerprint();
        d13.awaitsAnswers(0, A, -1);
        assertThat(waiting).isNotEqualTo(d13.fingerprint());
        d13.awaitsAnswers(0, A, ANSWERS);
        d13.reset();
        assertThat(d13.fingerprint()).isZero();
    }
}
