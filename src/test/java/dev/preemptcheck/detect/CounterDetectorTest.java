package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.hardware.carrier.Carrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CounterDetectorTest {
    private final Traced trace = new Traced();
    private final CounterDetector d12 = new CounterDetector(trace);

    @Test
    void theDecrementThatEndsBelowZeroIsReported() {
        d12.counterChanged(0, A, 0, -1);
        assertThat(trace.said).containsExactly("D12:below-zero by 2");
    }

    @Test
    void soIsTheNextOne() {
        d12.counterChanged(0, A, -1, -2);
        assertThat(trace.said).containsExactly("D12:below-zero by 2");
    }

    @Test
    void ofTwoDecrementsFromOneTheSecondIs() {
        d12.counterChanged(0, A, 1, 0);
        d12.counterChanged(1, B, 0, -1);
        assertThat(trace.said).containsExactly("D12:below-zero by 3");
    }

    @Test
    void theLastUserMayGo() {
        d12.counterChanged(0, A, 2, 1);
        d12.counterChanged(1, B, 1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theWayBackFromBelowZeroIsNoSecondReport() {
        d12.counterChanged(0, A, -2, -1);
        d12.counterChanged(0, A, -1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aCounterThatStaysIsNotBelowZeroAgain() {
        d12.counterChanged(0, A, -1, -1);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aDropThatTheKernelsCheckReportsIsNoFinding() {
        d12.checkBegins(0, A);
        d12.counterChanged(0, A, 0, -1);
        d12.said(0, A, CounterDetector.UNDERFLOW);
        d12.checkEnds(0, A);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aDropThatTheCheckIsSilentAboutIsMissed() {
        d12.checkBegins(0, A);
        d12.checkBegins(1, B);
        d12.counterChanged(0, A, 1, 0);
        d12.counterChanged(1, B, 0, -1);
        d12.checkEnds(0, A);
        assertThat(trace.said).isEmpty();
        d12.checkEnds(1, B);
        assertThat(trace.said).containsExactly("D12:missed(0) by 3");
    }

    @Test
    void anotherMessageIsNoReport() {
        d12.checkBegins(0, A);
        d12.counterChanged(0, A, -1, -2);
        d12.said(0, A, "eth0: link down");
        d12.checkEnds(0, A);
        assertThat(trace.said).containsExactly("D12:missed(-1) by 2");
    }

    @Test
    void aReportWithoutADropIsAFalseAlarm() {
        d12.checkBegins(0, A);
        d12.said(0, A, CounterDetector.UNDERFLOW);
        d12.counterChanged(0, A, 1, 0);
        d12.checkEnds(0, A);
        assertThat(trace.said).containsExactly("D12:false-alarm by 2");
    }

    @Test
    void whatAHandlerDoesInTheMiddleIsItsOwn() {
        d12.checkBegins(0, A);
        d12.handlerEntered(0, A, 0);
        d12.counterChanged(0, A, 0, -1);
        d12.handlerLeft(0, A, 0);
        assertThat(trace.said).containsExactly("D12:below-zero by 2");
        d12.checkEnds(0, A);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aCheckedDropOfAHandlerEndsBeforeTheOneThatItInterrupted() {
        d12.checkBegins(0, A);
        d12.softirqEntered(0, A, 0);
        d12.checkBegins(0, A);
        d12.counterChanged(0, A, 1, 0);
        d12.checkEnds(0, A);
        d12.softirqLeft(0, A, 0);
        d12.counterChanged(0, A, 0, -1);
        d12.checkEnds(0, A);
        assertThat(trace.said).containsExactly("D12:missed(0) by 2");
    }

    @Test
    void whatIsRememberedIsInTheFingerprintAndGoneAtTheEnd() {
        d12.checkBegins(0, A);
        long begun = d12.fingerprint();
        d12.counterChanged(0, A, 0, -1);
        assertThat(d12.fingerprint()).isNotEqualTo(begun).isNotZero();
        d12.said(0, A, CounterDetector.UNDERFLOW);
        d12.checkEnds(0, A);
        assertThat(d12.fingerprint()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCheckBeforeTheDecrementMissesTheRaceThatTheResultShows(boolean bothHaveLookedFirst) {
        MachineSetup setup = new MachineSetup(2, false);
        int counter = setup.memory().word("refcnt", 1, Role.COUNTER, 0);
        int never = setup.memory().word("never", 0);
        for (int i = 0; i < 2; i++) {
            setup.boot(i, setup.task("task" + i, true, 0, cpu -> drop(cpu, counter, never)));
        }
        Detectors detectors = Detectors.standard(trace);
        try (Carrier carrier = Carrier.best()) {
            Machine machine = setup.build(carrier, detectors);
            detectors.watch(machine);
            machine.attach(
                    bothHaveLookedFirst ? new Alternating() : new InTurn(),
                    new Footprint(machine.memory().size(), Footprint.Reduction.NONE),
                    null);
            machine.run(0);
        }
        assertThat(trace.said).hasSize(bothHaveLookedFirst ? 1 : 0);
    }

    /** Who sees no user left does not drop one: AT-0's test, made to refuse instead of to report. */
    private static void drop(Cpu cpu, int counter, int never) {
        if (cpu.load(counter) != 0) {
            cpu.add(counter, -1);
        }
        cpu.awaitNonZero(never);
    }

    private static class InTurn implements Arbiter {
        @Override
        public int choose(Machine m) {
            return m.moves().defaultAgent();
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            return preferred;
        }
    }

    private static final class Alternating extends InTurn {
        @Override
        public int choose(Machine m) {
            int turn = Agent.cpu(m.steps() % 2);
            return m.moves().canMove(turn) ? turn : super.choose(m);
        }
    }
}
