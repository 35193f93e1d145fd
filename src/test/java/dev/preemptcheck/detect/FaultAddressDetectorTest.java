package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FaultAddressDetectorTest {
    private static final int X = 0x08048000;
    private static final int Y = 0xBFFFF000;

    private final Traced trace = new Traced();
    private final FaultAddressDetector d22 = new FaultAddressDetector(trace);

    @BeforeEach
    void watch() {
        d22.watch(trace);
    }

    @Test
    void aTrapGateLeavesAWindowBeforeTheRead() {
        trace.preemptible = true;
        d22.faulted(0, A, X);
        d22.cr2Read(0, A, X);
        assertThat(trace.said).containsExactly("D22:window hazard of 2");
    }

    @Test
    void interruptsThatComeOnBeforeTheReadOpenOne() {
        d22.faulted(0, A, X);
        trace.preemptible = true;
        d22.interruptFlag(0, A, true);
        trace.preemptible = false;
        d22.cr2Read(0, A, X);
        assertThat(trace.said).containsExactly("D22:window hazard of 2");
    }

    @Test
    void soDoesACountThatDropsToZero() {
        d22.faulted(0, A, X);
        trace.preemptible = true;
        d22.countChanged(0, A, 1, 0);
        d22.cr2Read(0, A, X);
        assertThat(trace.said).containsExactly("D22:window hazard of 2");
    }

    @Test
    void anothersAddressIsTheWrongOne() {
        trace.preemptible = true;
        d22.faulted(0, A, X);
        d22.faulted(0, B, Y);
        d22.cr2Read(0, A, Y);
        assertThat(trace.said).containsExactly("D22:wrong-address by 2");
    }

    @Test
    void aFaultOfAHandlerOnTopLeavesItsAddressToTheOneBelow() {
        d22.faulted(0, A, X);
        d22.faulted(0, A, X);
        d22.cr2Read(0, A, X);
        d22.faultLeft(0, A);
        assertThat(trace.said).isEmpty();
        d22.cr2Read(0, A, X);
        assertThat(trace.said).containsExactly("D22:window hazard of 2");
    }

    @Test
    void anInterruptGateKeepsTheWindowShutUntilTheRead() {
        d22.faulted(0, A, X);
        d22.cr2Read(0, A, X);
        trace.preemptible = true;
        d22.interruptFlag(0, A, true);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void withoutPreemptionATrapGateIsRightToo() {
        d22.faulted(0, A, X);
        d22.interruptFlag(0, A, true);
        d22.cr2Read(0, A, X);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theWindowOfAnEarlierFaultIsClosed() {
        trace.preemptible = true;
        d22.faulted(0, A, X);
        d22.faultLeft(0, A);
        trace.preemptible = false;
        d22.faulted(0, A, Y);
        d22.cr2Read(0, A, Y);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anotherTasksWindowIsNotOnesOwn() {
        d22.faulted(0, A, X);
        d22.faulted(1, B, Y);
        trace.preemptible = true;
        d22.interruptFlag(1, B, true);
        d22.cr2Read(0, A, X);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whoReadsItOutsideAFaultTakesWhatThereIs() {
        trace.preemptible = true;
        d22.cr2Read(0, A, Y);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void faultsAndTheirWindowsAreInTheFingerprint() {
        d22.faulted(0, A, X);
        long shut = d22.fingerprint();
        assertThat(shut).isNotZero();
        trace.preemptible = true;
        d22.interruptFlag(0, A, true);
        assertThat(d22.fingerprint()).isNotEqualTo(shut);
        d22.faultLeft(0, A);
        assertThat(d22.fingerprint()).isZero();
        d22.faulted(0, A, X);
        d22.reset();
        assertThat(d22.fingerprint()).isZero();
    }
}
