package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.ScheduleCall;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AtomicityDetectorTest {
    private static final int HARDIRQ = 0x10000;
    private static final int LOCK = 3;

    private final Traced trace = new Traced();
    private final ContextDepth contexts = new ContextDepth();
    private final AtomicityDetector d9 = new AtomicityDetector(trace, contexts);

    private void layout(CountLayout layout) {
        trace.layout = layout;
        d9.watch(trace);
    }

    private void schedules(int count, boolean enabled, ScheduleCall why) {
        d9.scheduling(0, A, count, enabled, why);
    }

    @Nested
    final class WithFields {
        @BeforeEach
        void watch() {
            layout(CountLayout.FIELDS);
        }

        @Test
        void schedulingWithALockIsReportedWithTheCount() {
            schedules(0x101, true, ScheduleCall.VOLUNTARY);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(00000101) by 2");
        }

        @Test
        void aCountBelowZeroIsAtomicThoughItLooksPreempted() {
            schedules(0xFFFFFF00, true, ScheduleCall.VOLUNTARY);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(ffffff00) by 2");
        }

        @Test
        void aPreemptionOfALockHolderIsReported() {
            schedules(CountLayout.ACTIVE + 1, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(04000001) by 2");
        }

        @Test
        void aPreemptionWithInterruptsOffIsReported() {
            schedules(CountLayout.ACTIVE, false, ScheduleCall.PREEMPTION);
            assertThat(trace.said).containsExactly("D9:scheduling-with-irqs-off(04000000) by 2");
        }

        @Test
        void whoSleepsWithInterruptsOffIsReported() {
            schedules(0, false, ScheduleCall.VOLUNTARY);
            assertThat(trace.said).containsExactly("D9:scheduling-with-irqs-off(00000000) by 2");
        }

        @Test
        void theWayBackToUserModeWithALeakIsReported() {
            schedules(1, false, ScheduleCall.TO_USER);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(00000001) by 2");
        }

        @Test
        void anIdleTaskWithALeakIsReported() {
            schedules(1, true, ScheduleCall.IDLE);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(00000001) by 2");
        }

        @Test
        void theMarkOfAPreemptionIsNoLock() {
            schedules(CountLayout.ACTIVE, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void theWayBackToUserModeHasInterruptsOff() {
            schedules(0, false, ScheduleCall.TO_USER);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void anIdleTaskMayHaveInterruptsOff() {
            schedules(0, false, ScheduleCall.IDLE);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void theDaemonOfThreadedSoftirqsMaySleepInThem() {
            contexts.enterSoftirq(A);
            schedules(0, true, ScheduleCall.VOLUNTARY);
            d9.maySleep(0, A, 0);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void aHandlerThatCouldSleepIsReported() {
            contexts.enterHandler(A);
            d9.maySleep(0, A, HARDIRQ);
            assertThat(trace.said).containsExactly("D10:sleep-in-atomic(00010000) hazard of 2");
        }

        @Test
        void anAllocationWithBhsOffIsReported() {
            d9.maySleep(0, A, 0x101);
            assertThat(trace.said).containsExactly("D10:sleep-in-atomic(00000101) hazard of 2");
        }

        @Test
        void anAllocationWithInterruptsOffIsReported() {
            trace.enabled = false;
            d9.maySleep(0, A, 0);
            assertThat(trace.said).containsExactly("D10:sleep-in-atomic(00000000) hazard of 2");
        }
    }

    @Nested
    final class WithOneNumber {
        @BeforeEach
        void watch() {
            layout(CountLayout.PLAIN);
        }

        @Test
        void aPreemptionBringsItsOwnOne() {
            schedules(1, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void aPreemptionOfALockHolderIsReported() {
            schedules(2, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(2) by 2");
        }

        @Test
        void aPreemptionAfterAnUnderflowIsReported() {
            schedules(0, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).containsExactly("D9:scheduling-while-atomic(0) by 2");
        }

        @Test
        void aPreemptionWithInterruptsOffIsReported() {
            schedules(1, false, ScheduleCall.PREEMPTION);
            assertThat(trace.said).containsExactly("D9:scheduling-with-irqs-off(1) by 2");
        }

        @Test
        void whoeverSleepsInASoftirqIsReported() {
            contexts.enterSoftirq(A);
            schedules(0, true, ScheduleCall.VOLUNTARY);
            d9.maySleep(0, A, 0);
            assertThat(trace.said)
                    .containsExactly("D9:scheduling-while-atomic(0) by 2", "D10:sleep-in-atomic(0) hazard of 2");
        }

        @Test
        void whoeverSleepsWithSoftirqsOffIsReported() {
            contexts.allowSoftirqs(A, false);
            d9.maySleep(0, A, 0);
            assertThat(trace.said).containsExactly("D10:sleep-in-atomic(0) hazard of 2");
        }

        @Test
        void softirqsThatAreOffForAnotherTaskAreNot() {
            contexts.allowSoftirqs(B, false);
            contexts.enterHandler(B);
            d9.maySleep(0, A, 0);
            schedules(0, true, ScheduleCall.VOLUNTARY);
            assertThat(trace.said).isEmpty();
        }

        @Test
        void theBitThatMarksAPreemptionTakesThePlaceOfItsOne() {
            schedules(CountLayout.ACTIVE, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).isEmpty();
            schedules(CountLayout.ACTIVE + 1, true, ScheduleCall.PREEMPTION);
            assertThat(trace.said).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(CountLayout.class)
    void aHandlerNeverSchedulesButItsReturnPathDoes(CountLayout layout) {
        layout(layout);
        contexts.enterHandler(A);
        schedules(0, true, ScheduleCall.TO_USER);
        assertThat(trace.said).hasSize(1).first().asString().startsWith("D9:scheduling-in-interrupt(");
        contexts.leave(A);
        schedules(0, true, ScheduleCall.TO_USER);
        assertThat(trace.said).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(CountLayout.class)
    void whoHoldsNothingMaySleep(CountLayout layout) {
        layout(layout);
        contexts.allowSoftirqs(A, false);
        contexts.allowSoftirqs(A, true);
        d9.maySleep(0, A, 0);
        schedules(0, true, ScheduleCall.VOLUNTARY);
        assertThat(trace.said).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CountLayout.class)
    void theBigKernelLockAllowsForOneAndNoMore(CountLayout layout) {
        layout(layout);
        d9.locked(0, A, LOCK, LockUse.DROPPED);
        d9.maySleep(0, A, 1);
        schedules(1, true, ScheduleCall.VOLUNTARY);
        assertThat(trace.said).isEmpty();
        d9.maySleep(0, A, 2);
        schedules(2, true, ScheduleCall.VOLUNTARY);
        assertThat(trace.said).hasSize(2);
    }

    @Test
    void whoGaveTheBigKernelLockBackMayHaveNone() {
        layout(CountLayout.FIELDS);
        d9.locked(0, A, LOCK, LockUse.DROPPED);
        d9.unlocked(0, A, LOCK);
        d9.maySleep(0, A, 0);
        d9.maySleep(0, A, 1);
        assertThat(trace.said).containsExactly("D10:sleep-in-atomic(00000001) hazard of 2");
    }

    @Test
    void anothersBigKernelLockExcusesNobody() {
        layout(CountLayout.FIELDS);
        d9.locked(1, B, LOCK, LockUse.DROPPED);
        d9.locked(0, A, LOCK + 1, LockUse.EXCLUSIVE);
        d9.maySleep(0, A, 1);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void withoutPreemptionTheBigKernelLockDoesNotCount() {
        layout(CountLayout.FIELDS);
        trace.kernelPreemptible = false;
        d9.locked(0, A, LOCK, LockUse.DROPPED);
        d9.maySleep(0, A, 0);
        assertThat(trace.said).isEmpty();
        d9.maySleep(0, A, CountLayout.SOFTIRQ);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void whoHoldsTheBigKernelLockIsInTheFingerprint() {
        assertThat(d9.fingerprint()).isZero();
        d9.locked(0, A, LOCK, LockUse.DROPPED);
        assertThat(d9.fingerprint()).isNotZero();
        d9.unlocked(0, A, LOCK);
        assertThat(d9.fingerprint()).isZero();
        d9.locked(0, A, LOCK, LockUse.DROPPED);
        d9.reset();
        assertThat(d9.fingerprint()).isZero();
    }

    @Test
    void whatRunsOnTopOfATaskIsInTheFingerprint() {
        assertThat(contexts.fingerprint()).isZero();
        contexts.enterHandler(A);
        long handler = contexts.fingerprint();
        contexts.enterSoftirq(A);
        assertThat(handler).isNotZero().isNotEqualTo(contexts.fingerprint());
        contexts.leave(A);
        assertThat(contexts.fingerprint()).isEqualTo(handler);
        contexts.allowSoftirqs(B, false);
        assertThat(contexts.fingerprint()).isNotEqualTo(handler);
        contexts.reset();
        assertThat(contexts.fingerprint()).isZero();
    }
}
