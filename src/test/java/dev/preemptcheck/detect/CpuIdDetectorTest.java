package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CpuIdDetectorTest {
    private static final int SLOT = 10;

    private final Traced trace = new Traced();
    private final CpuIdDetector d4 = new CpuIdDetector(trace);

    @BeforeEach
    void watch() {
        d4.watch(trace);
    }

    @Test
    void aNumberReadWherePreemptionIsOnIsStaleAtOnce() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        trace.preemptible = false;
        d4.countChanged(0, A, 0, 1);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void aNumberReadAndUsedWithPreemptionOffIsFresh() {
        d4.countChanged(0, A, 0, 1);
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        d4.countChanged(0, A, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aNumberGrowsStaleWhenPreemptionComesOn() {
        d4.cpuIdRead(0, A);
        trace.preemptible = true;
        d4.countChanged(0, A, 1, 0);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void aNumberGrowsStaleWhenInterruptsComeOn() {
        d4.cpuIdRead(0, A);
        trace.preemptible = true;
        d4.interruptFlag(0, A, true);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void whoNeverReadANumberUsesNoneThatIsStale() {
        trace.preemptible = true;
        d4.countChanged(0, A, 1, 0);
        d4.interruptFlag(0, A, true);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void noNumberSurvivesInUserMode() {
        d4.cpuIdRead(0, A);
        d4.returnedToUser(0, A, 0);
        trace.preemptible = true;
        d4.countChanged(0, A, 1, 0);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aSecondReadWithPreemptionOffIsFresh() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        trace.preemptible = false;
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void oneStaleNumberIsReportedOnce() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void anotherTasksNumberIsNotOnesOwn() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        trace.preemptible = false;
        d4.cpuIdRead(1, B);
        d4.perCpuAccess(1, B, SLOT, 1);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aHandlersReadIsNotItsVictims() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        trace.handler = true;
        trace.preemptible = false;
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
        trace.handler = false;
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void oneProcessorHasNoStaleNumbers() {
        trace.processors = 1;
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theUserOfAStaleNumberIsTheCulpritUntilItReadsAFreshOne() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        assertThat(d4.culprit()).isNegative();
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(d4.culprit()).isEqualTo(A);
        trace.running = 1;
        assertThat(d4.culprit()).isNegative();
        trace.running = 0;
        trace.preemptible = false;
        d4.cpuIdRead(0, A);
        assertThat(d4.culprit()).isNegative();
    }

    @Test
    void aWordThatIsReachedByItsProcessorsNumberIsNotReachedByAStaleOne() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        d4.byNumber(0, A, SLOT);
        long named = d4.fingerprint();
        d4.perCpuAccess(0, A, SLOT, 0);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).isEmpty();
        d4.byNumber(0, A, SLOT + 1);
        assertThat(d4.fingerprint()).isNotEqualTo(named);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void whoReadsHisNumberAgainReachesWordsByIt() {
        trace.preemptible = true;
        d4.byNumber(0, A, SLOT);
        d4.cpuIdRead(0, A);
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(trace.said).containsExactly("D4: hazard of 2");
    }

    @Test
    void whatTheKernelsCheckSaysIsReported() {
        d4.said(0, A, "using smp_processor_id() in preemptible [00000001] code: cat/123");
        assertThat(trace.said).containsExactly("D4:smp_processor_id-in-preemptible hazard of 2");
    }

    @Test
    void otherLinesOfTheKernelsAreNot() {
        d4.said(0, A, CounterDetector.UNDERFLOW);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatIsRememberedIsInTheFingerprint() {
        trace.preemptible = true;
        d4.cpuIdRead(0, A);
        long stale = d4.fingerprint();
        d4.perCpuAccess(0, A, SLOT, 0);
        assertThat(stale).isNotZero();
        assertThat(d4.fingerprint()).isNotZero().isNotEqualTo(stale);
        d4.reset();
        assertThat(d4.fingerprint()).isZero();
    }
}
