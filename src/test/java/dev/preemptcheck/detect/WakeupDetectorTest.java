package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.PendingWork;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WakeupDetectorTest {
    private static final int IDLE0 = 0;
    private static final int IDLE1 = 1;
    private static final int DAEMON = 4;
    private static final int WORD = 10;
    private static final int A_BIT = 1 << A;
    private static final int B_BIT = 1 << B;
    private static final int DAEMON_BIT = 1 << DAEMON;

    private final Traced trace = new Traced();
    private final WakeupDetector d8 = new WakeupDetector(trace);

    @BeforeEach
    void bothProcessorsIdle() {
        trace.on[0] = IDLE0;
        trace.on[1] = IDLE1;
        d8.watch(trace);
    }

    @Test
    void workWhoseDaemonSleepsIsPendingWork() {
        trace.work.add(new PendingWork(WORD, DAEMON, 0));
        trace.pending = 8;
        d8.quiescent(0, DAEMON_BIT, 0, true);
        assertThat(trace.said).containsExactly("D8:pending-work by 4");
    }

    @Test
    void pendingWorkIsTheCauseWhereAnotherSpinsForIt() {
        trace.work.add(new PendingWork(WORD, DAEMON, 0));
        trace.pending = 1;
        trace.on[1] = B;
        d8.quiescent(B_BIT, DAEMON_BIT, B_BIT, false);
        assertThat(trace.said).containsExactly("D8:pending-work by 4");
    }

    @Test
    void workWhoseProcessorNeverComesBackIsADeadlockNotALostWakeup() {
        trace.work.add(new PendingWork(WORD, DAEMON, 1));
        trace.pending = 1;
        trace.on[1] = B;
        d8.quiescent(B_BIT, DAEMON_BIT, B_BIT, false);
        assertThat(trace.said).containsExactly("D13:deadlock by 3");
    }

    @Test
    void aDaemonMayWaitForWorkForEver() {
        trace.work.add(new PendingWork(WORD, DAEMON, 0));
        d8.sleepState(0, DAEMON, true);
        d8.quiescent(0, DAEMON_BIT, 0, false);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isFalse();
    }

    @Test
    void workThatIsBeingDoneIsNotLost() {
        trace.work.add(new PendingWork(WORD, DAEMON, 0));
        trace.pending = 1;
        trace.on[0] = DAEMON;
        d8.quiescent(0, 0, DAEMON_BIT, true);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void whoSleepsThoughHeWasWokenHasLostHisWakeup() {
        d8.sleepState(0, A, true);
        d8.wokeUp(1, B, A);
        d8.quiescent(A_BIT, A_BIT, 0, true);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 2");
    }

    @Test
    void evenADaemonLosesAWakeup() {
        d8.sleepState(0, DAEMON, true);
        d8.wokeUp(1, B, DAEMON);
        d8.quiescent(0, DAEMON_BIT, 0, true);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 4");
    }

    @Test
    void aWakeupBeforeTheDecisionToSleepIsNotLost() {
        d8.sleepState(0, DAEMON, true);
        d8.wokeUp(1, B, DAEMON);
        d8.sleepState(0, DAEMON, true);
        d8.quiescent(0, DAEMON_BIT, 0, false);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aWakeupOfWhoIsAwakeChangesNothing() {
        d8.wokeUp(1, B, DAEMON);
        d8.sleepState(0, DAEMON, true);
        d8.quiescent(0, DAEMON_BIT, 0, false);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whoWasWokenButFindsNoProcessorIsNoSleeper() {
        trace.on[0] = B;
        trace.on[1] = A;
        d8.sleepState(0, DAEMON, true);
        d8.wokeUp(1, B, DAEMON);
        d8.quiescent(A_BIT | B_BIT, DAEMON_BIT, A_BIT | B_BIT, false);
        assertThat(trace.said).containsExactly("D13:deadlock by 2");
    }

    @Test
    void whoSleepsAndNobodyIsLeftToWakeHimIsLost() {
        d8.quiescent(A_BIT, A_BIT, 0, false);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 2");
    }

    @Test
    void anInterruptMightWakeHim() {
        d8.sleepState(0, A, true);
        d8.quiescent(A_BIT, A_BIT, 0, true);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void twoWhoSleepForLocksThatAreHeldAreADeadlock() {
        WakeupDetector held = new WakeupDetector(trace, (task, lock) -> task == DAEMON);
        held.watch(trace);
        held.contended(0, A, 0);
        held.contended(1, B, 1);
        held.quiescent(A_BIT | B_BIT, A_BIT | B_BIT, 0, false);
        assertThat(trace.said).containsExactly("D13:deadlock by 2");
    }

    @Test
    void whoWaitsForTheLockOfOneWhoWasNeverWokenIsNotInADeadlock() {
        d8.contended(0, A, 0);
        d8.quiescent(A_BIT | B_BIT, A_BIT | B_BIT, 0, false);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 2");
    }

    @Test
    void whoSleepsForALockThatNobodyHoldsHasLostHisWakeup() {
        d8.contended(0, A, 0);
        d8.quiescent(A_BIT, A_BIT, 0, true);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 2");
    }

    @Test
    void whoseLockIsFreeMayBeOnHisWayToAProcessorThatSomebodyElseHas() {
        trace.on[0] = B;
        trace.on[1] = DAEMON;
        d8.contended(0, A, 0);
        d8.quiescent(A_BIT | B_BIT, A_BIT, B_BIT | DAEMON_BIT, true);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isTrue();
    }

    @Test
    void aLockThatWasGotIsNotWaitedFor() {
        d8.contended(0, A, 0);
        d8.locked(0, A, 0, LockUse.SLEEPING);
        d8.quiescent(A_BIT, A_BIT, 0, false);
        assertThat(trace.said).containsExactly("D8:lost-wakeup by 2");
    }

    @Test
    void anEndWithNobodyLeftIsNone() {
        d8.quiescent(0, 0, 0, false);
        assertThat(trace.said).isEmpty();
        assertThat(trace.inconclusive).isFalse();
    }

    @Test
    void whatIsRememberedIsInTheFingerprint() {
        d8.sleepState(0, A, true);
        long asleep = d8.fingerprint();
        d8.wokeUp(1, B, A);
        assertThat(asleep).isNotZero().isNotEqualTo(d8.fingerprint());
        d8.sleepState(0, A, false);
        assertThat(d8.fingerprint()).isZero();
        d8.contended(0, A, 0);
        assertThat(d8.fingerprint()).isNotZero();
        d8.reset();
        assertThat(d8.fingerprint()).isZero();
    }
}
