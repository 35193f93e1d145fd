package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.LockUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LockdepDetectorTest {
    private static final int C = 4;
    private static final int L = 0;
    private static final int M = 1;
    private static final int N = 2;

    private final Traced trace = new Traced();
    private final ContextDepth contexts = new ContextDepth();
    private final LockdepDetector lockdep = new LockdepDetector(trace, contexts);

    @BeforeEach
    void watch() {
        lockdep.watch(trace);
    }

    private void lock(int task, LockUse how, int... locks) {
        for (int lock : locks) {
            lockdep.locked(0, task, lock, how);
        }
    }

    private void unlock(int task, int... locks) {
        for (int lock : locks) {
            lockdep.unlocked(0, task, lock);
        }
    }

    /** Takes them in this order and gives them back. */
    private void section(int task, LockUse how, int... locks) {
        lock(task, how, locks);
        unlock(task, locks);
    }

    @Test
    void theOtherOrderIsReportedThoughNobodyWaited() {
        section(A, LockUse.EXCLUSIVE, L, M);
        section(B, LockUse.EXCLUSIVE, M, L);
        assertThat(trace.said).containsExactly("lockdep:lock-order hazard of 3");
    }

    @Test
    void aCircleMayHaveAnyNumberOfLocks() {
        section(A, LockUse.EXCLUSIVE, L, M);
        section(B, LockUse.SLEEPING, M, N);
        section(C, LockUse.EXCLUSIVE, N, L);
        assertThat(trace.said).containsExactly("lockdep:lock-order hazard of 4");
    }

    @Test
    void aCircleIsReportedWheneverItCloses() {
        section(A, LockUse.EXCLUSIVE, L, M);
        section(B, LockUse.EXCLUSIVE, M, L);
        section(B, LockUse.EXCLUSIVE, M, L);
        assertThat(trace.said).hasSize(2);
    }

    @Test
    void oneOrderIsNoCircle() {
        section(A, LockUse.EXCLUSIVE, L, M, N);
        section(B, LockUse.EXCLUSIVE, L, N);
        section(B, LockUse.EXCLUSIVE, M, N);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void locksOneAfterTheOtherHaveNoOrder() {
        section(A, LockUse.EXCLUSIVE, L);
        section(A, LockUse.EXCLUSIVE, M);
        section(B, LockUse.EXCLUSIVE, M);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anothersLockIsNotOnesOwn() {
        lock(A, LockUse.EXCLUSIVE, L);
        lock(B, LockUse.EXCLUSIVE, M);
        unlock(A, L);
        lock(B, LockUse.EXCLUSIVE, L);
        unlock(B, L, M);
        section(A, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
        section(A, LockUse.EXCLUSIVE, L, M);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void whoOnlyTriesClosesNoCircle() {
        section(A, LockUse.EXCLUSIVE, L, M);
        lock(B, LockUse.EXCLUSIVE, M);
        lock(B, LockUse.TRIED, L);
        unlock(B, L, M);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatWasTriedIsHeldAllTheSame() {
        lock(A, LockUse.TRIED, L);
        lock(A, LockUse.EXCLUSIVE, M);
        unlock(A, M, L);
        section(B, LockUse.EXCLUSIVE, M, L);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void readersWhoPassWritersDontWaitForEachOther() {
        section(A, LockUse.SHARED_RECURSIVE, L, M);
        section(B, LockUse.SHARED_RECURSIVE, M, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void readersWhoQueueBehindWritersDo() {
        section(A, LockUse.SHARED, L, M);
        section(B, LockUse.SHARED, M, L);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aReaderWaitsForAWriter() {
        lock(A, LockUse.EXCLUSIVE, L);
        lock(A, LockUse.SHARED_RECURSIVE, M);
        unlock(A, M, L);
        section(B, LockUse.EXCLUSIVE, M, L);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aLockMayBeHandedOverWithTheProcessor() {
        lock(A, LockUse.EXCLUSIVE, L);
        unlock(B, L);
        section(A, LockUse.EXCLUSIVE, M, L);
        section(A, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aLockTakenTwiceIsRecursive() {
        lock(A, LockUse.EXCLUSIVE, L, L);
        assertThat(trace.said).containsExactly("lockdep:recursive-lock hazard of 2");
    }

    @Test
    void aReaderMayNestOnlyIfHePassesWriters() {
        lock(A, LockUse.SHARED_RECURSIVE, L, L);
        assertThat(trace.said).isEmpty();
        lock(B, LockUse.SHARED, M, M);
        assertThat(trace.said).containsExactly("lockdep:recursive-lock hazard of 3");
    }

    @Test
    void theBigKernelLockIsGivenBackByWhoSleepsForAnother() {
        lock(A, LockUse.DROPPED, L);
        section(A, LockUse.SLEEPING, M);
        section(A, LockUse.SLEEPING_SHARED, N);
        unlock(A, L);
        lock(B, LockUse.SLEEPING, M);
        section(B, LockUse.DROPPED, L);
        unlock(B, M);
        lock(B, LockUse.SLEEPING_SHARED, N);
        section(B, LockUse.DROPPED, L);
        unlock(B, N);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theBigKernelLockIsKeptByWhoSpinsForAnother() {
        lock(A, LockUse.DROPPED, L);
        section(A, LockUse.EXCLUSIVE, M);
        unlock(A, L);
        lock(B, LockUse.EXCLUSIVE, M);
        section(B, LockUse.DROPPED, L);
        unlock(B, M);
        assertThat(trace.said).containsExactly("lockdep:lock-order hazard of 3");
    }

    @Test
    void aHandlersLockIsUnsafeWithInterruptsOn() {
        section(A, LockUse.EXCLUSIVE, L);
        trace.enabled = false;
        contexts.enterHandler(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).containsExactly("lockdep:irq-unsafe-lock hazard of 3");
    }

    @Test
    void aHandlersLockIsSafeWithInterruptsOff() {
        trace.enabled = false;
        section(A, LockUse.EXCLUSIVE, L);
        contexts.enterHandler(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void interruptsThatComeOnWithinASectionMakeItUnsafe() {
        trace.enabled = false;
        lock(A, LockUse.EXCLUSIVE, L);
        trace.enabled = true;
        lockdep.interruptFlag(0, A, true);
        unlock(A, L);
        trace.enabled = false;
        contexts.enterHandler(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aHandlerThatOnlyTriesOrReadsBesideReadersIsSafe() {
        section(A, LockUse.EXCLUSIVE, L);
        section(A, LockUse.SHARED_RECURSIVE, M);
        trace.enabled = false;
        contexts.enterHandler(B);
        section(B, LockUse.TRIED, L);
        section(B, LockUse.SHARED_RECURSIVE, M);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aSoftirqsLockIsUnsafeWithBhsOn() {
        section(A, LockUse.EXCLUSIVE, L);
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).containsExactly("lockdep:softirq-unsafe-lock hazard of 3");
    }

    @Test
    void aSoftirqsLockIsSafeWithBhsOffByNote() {
        contexts.allowSoftirqs(A, false);
        section(A, LockUse.EXCLUSIVE, L);
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aSoftirqsLockIsSafeWithBhsOffByCount() {
        trace.layout = CountLayout.FIELDS;
        trace.count = CountLayout.SOFTIRQ;
        section(A, LockUse.EXCLUSIVE, L);
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void bhsThatComeOnWithinASectionMakeItUnsafe() {
        trace.layout = CountLayout.FIELDS;
        trace.count = CountLayout.SOFTIRQ + 1;
        lock(A, LockUse.EXCLUSIVE, L);
        trace.count = 1;
        lockdep.countChanged(0, A, CountLayout.SOFTIRQ + 1, 1);
        unlock(A, L);
        trace.count = CountLayout.SOFTIRQ;
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aSoftirqsLockIsSafeWithInterruptsOff() {
        trace.enabled = false;
        section(A, LockUse.EXCLUSIVE, L);
        trace.enabled = true;
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aSoftirqInItsDaemonComesOnTopOfNobody() {
        trace.layout = CountLayout.FIELDS;
        section(A, LockUse.EXCLUSIVE, L);
        contexts.enterSoftirq(B);
        section(B, LockUse.EXCLUSIVE, L);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theOrderAcrossAHandlersEntryCounts() {
        section(B, LockUse.EXCLUSIVE, M, L);
        lock(A, LockUse.EXCLUSIVE, L);
        trace.enabled = false;
        contexts.enterHandler(A);
        section(A, LockUse.TRIED, M);
        assertThat(trace.said).isEmpty();
        section(A, LockUse.EXCLUSIVE, N, M);
        assertThat(trace.said).contains("lockdep:lock-order hazard of 2");
    }

    @Test
    void whatIsKnownIsInTheFingerprintAndEndsWithTheRun() {
        long nothing = lockdep.fingerprint();
        lock(A, LockUse.EXCLUSIVE, L);
        long held = lockdep.fingerprint();
        lock(A, LockUse.EXCLUSIVE, M);
        unlock(A, M);
        long ordered = lockdep.fingerprint();
        assertThat(held).isNotEqualTo(nothing).isNotEqualTo(ordered);
        unlock(A, L);
        assertThat(lockdep.fingerprint()).isNotEqualTo(nothing);
        lockdep.reset();
        assertThat(lockdep.fingerprint()).isEqualTo(nothing);
        section(B, LockUse.EXCLUSIVE, M, L);
        assertThat(trace.said).isEmpty();
    }
}
