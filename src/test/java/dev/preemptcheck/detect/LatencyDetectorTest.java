package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Access;
import dev.preemptcheck.hardware.CountLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Five accesses are allowed. */
final class LatencyDetectorTest {
    private static final int ALLOWED = 5;
    private static final int WORD = 10;
    private static final int READ = Access.READ | Access.BYTES;

    private final Traced trace = new Traced();
    private final LatencyDetector d11 = new LatencyDetector(trace);

    @BeforeEach
    void watch() {
        trace.budget = ALLOWED * LatencyDetector.NANOS_AN_ACCESS;
        d11.watch(trace);
    }

    private void accesses(int cpu, int number) {
        for (int i = 0; i < number; i++) {
            d11.accessed(cpu, cpu == 0 ? A : B, WORD, READ);
        }
    }

    @Test
    void theAccessBeyondTheBudgetIsReportedOnce() {
        trace.count = 1;
        accesses(0, ALLOWED);
        assertThat(trace.said).isEmpty();
        accesses(0, 3);
        assertThat(trace.said).containsExactly("D11:preemption-off by 2");
    }

    @Test
    void interruptsThatAreOffHaveTheSameBudget() {
        trace.enabled = false;
        accesses(0, ALLOWED + 1);
        assertThat(trace.said).containsExactly("D11:interrupts-off by 2");
    }

    @Test
    void aWaitForTheClockCounts() {
        trace.enabled = false;
        d11.delayed(0, A, trace.budget + 1);
        assertThat(trace.said).containsExactly("D11:interrupts-off by 2");
    }

    @Test
    void aSectionInAnInterruptedSectionBelongsToIt() {
        trace.count = 1;
        accesses(0, 3);
        trace.count = 2;
        accesses(0, 3);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void eachSectionHasItsOwnBudget() {
        trace.count = 1;
        accesses(0, ALLOWED);
        d11.countChanged(0, A, 1, 0);
        accesses(0, ALLOWED);
        d11.countChanged(0, A, 2, 1);
        assertThat(trace.said).isEmpty();
        accesses(0, 1);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void interruptsThatComeOnForAMomentEndTheSection() {
        trace.enabled = false;
        accesses(0, ALLOWED);
        d11.interruptFlag(0, A, true);
        d11.interruptFlag(0, A, false);
        accesses(0, ALLOWED);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whoIsPreemptibleMayTakeHisTime() {
        accesses(0, 100);
        trace.layout = CountLayout.FIELDS;
        trace.count = CountLayout.ACTIVE;
        accesses(0, 100);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void processorsDontShareABudget() {
        trace.count = 1;
        accesses(0, ALLOWED);
        accesses(1, ALLOWED);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void devicesTakeNoTimeOfAProcessor() {
        trace.count = 1;
        for (int i = 0; i < 100; i++) {
            d11.accessed(0, A, WORD, READ | Access.DEVICE);
        }
        assertThat(trace.said).isEmpty();
    }

    @Test
    void withoutABudgetNothingIsTooLong() {
        trace.budget = 0;
        d11.watch(trace);
        trace.count = 1;
        accesses(0, 1000);
        assertThat(trace.said).isEmpty();
        assertThat(d11.hasBudget()).isFalse();
        assertThat(d11.fingerprint()).isZero();
    }

    @Test
    void whatHasPassedIsInTheFingerprintUpToTheBudget() {
        trace.count = 1;
        accesses(0, 1);
        long one = d11.fingerprint();
        accesses(0, 1);
        assertThat(one).isNotZero().isNotEqualTo(d11.fingerprint());
        accesses(0, ALLOWED);
        long beyond = d11.fingerprint();
        accesses(0, 1);
        assertThat(d11.fingerprint()).isEqualTo(beyond);
        d11.countChanged(0, A, 1, 0);
        assertThat(d11.fingerprint()).isZero();
    }
}
