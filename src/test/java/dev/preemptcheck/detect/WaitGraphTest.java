package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

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
        nobodyMoves();
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
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
