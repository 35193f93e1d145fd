package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DetectorsTest {
    private static final int SLOT = 10;
    private static final int PAGE = 0x55d54163;

    private final Traced trace = new Traced();
    private final Detectors detectors = Detectors.standard(trace);

    @BeforeEach
    void watch() {
        detectors.watch(trace);
    }

    @Test
    void everyRuleHears() {
        trace.preemptible = true;
        detectors.cpuIdRead(0, A);
        detectors.perCpuAccess(0, A, SLOT, 0);
        detectors.acquired(0, A, SLOT, 0, PAGE);
        detectors.translated(0, A, SLOT, 0, PAGE, 0, false);
        detectors.keptElsewhere(0, A, 0, PAGE, 0);
        detectors.countChanged(0, A, 0, -1);
        detectors.returnedToUser(0, A, 1);
        assertThat(trace.said)
                .containsExactly(
                        "D4: hazard of 2",
                        "D2:window hazard of 2",
                        "D3:stale-translation by 2",
                        "D3:missed-flush hazard of 2",
                        "D1:underflow by 2",
                        "D1:leak by 2");
    }

    @Test
    void aBugIsOwedToTheDisplacedOwner() {
        detectors.acquired(0, A, SLOT, 0, PAGE);
        trace.on[0] = B;
        detectors.bug(0, B, "BUG-slot-busy(95)", "highmem.h:95");
        assertThat(trace.said).containsExactly("D2:BUG-slot-busy(95) by 2");
    }

    @Test
    void aBugThatNobodyPreparedIsTheKernelsOwnWord() {
        detectors.bug(0, B, "BUG-slot-busy(95)", "highmem.h:95");
        assertThat(trace.said).containsExactly("BUG:BUG-slot-busy(95) by 3");
    }

    @Test
    void aNewRunForgetsEverything() {
        long nothing = detectors.fingerprint();
        trace.preemptible = true;
        detectors.handlerEntered(0, A, 3);
        detectors.cpuIdRead(0, A);
        detectors.acquired(0, A, SLOT, 0, PAGE);
        assertThat(detectors.fingerprint()).isNotEqualTo(nothing);
        detectors.reset();
        assertThat(detectors.fingerprint()).isEqualTo(nothing);
    }

    @Test
    void aSignatureIsMeantByRuleOutcomeOrBoth() {
        Signature signature = new Signature("D2", "wrong-page", "", List.of("do_wp_page"));
        assertThat(List.of("D2", "wrong-page", "D2:wrong-page")).allMatch(signature::is);
        assertThat(List.of("D3", "D2:window", "wrong", "")).noneMatch(signature::is);
    }

    @Test
    void cNamesComeFromCamelCase() {
        assertThat(CallChain.toC("doWpPage")).isEqualTo("do_wp_page");
        assertThat(CallChain.toC("retFromSysCall")).isEqualTo("ret_from_sys_call");
        assertThat(CallChain.toC("schedule")).isEqualTo("schedule");
    }
}
