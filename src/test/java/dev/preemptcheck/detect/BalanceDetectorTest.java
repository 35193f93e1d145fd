package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BalanceDetectorTest {
    private final Traced trace = new Traced();
    private final BalanceDetector d1 = new BalanceDetector(trace);

    @Test
    void aCountThatDropsBelowZeroIsAnUnderflow() {
        d1.countChanged(0, A, 1, 0);
        d1.countChanged(0, A, 0, -1);
        assertThat(trace.said).containsExactly("D1:underflow by 2");
    }

    @Test
    void theWayBackFromBelowZeroIsNoSecondUnderflow() {
        d1.countChanged(0, A, -2, -1);
        d1.countChanged(0, A, -1, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void nestedSectionsAreBalanced() {
        d1.countChanged(0, A, 0, 1);
        d1.countChanged(0, A, 1, 2);
        d1.countChanged(0, A, 2, 1);
        d1.countChanged(0, A, 1, 0);
        d1.returnedToUser(0, A, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aCountThatIsTakenToUserModeIsALeak() {
        d1.returnedToUser(0, A, 1);
        assertThat(trace.said).containsExactly("D1:leak by 2");
    }

    @Test
    void aHandlerThatKeepsACountIsAnImbalance() {
        d1.handlerEntered(0, A, 1);
        d1.handlerLeft(0, A, 2);
        assertThat(trace.said).containsExactly("D1:handler-imbalance by 2");
    }

    @Test
    void aHandlerThatGivesBackWhatItTookIsNone() {
        d1.handlerEntered(0, A, 1);
        d1.handlerEntered(1, B, 0);
        d1.countChanged(0, A, 1, 2);
        d1.countChanged(0, A, 2, 1);
        d1.handlerLeft(0, A, 1);
        d1.handlerLeft(1, B, 0);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anNmiOnTopOfAHandlerLeavesItsCountAlone() {
        d1.handlerEntered(0, A, 1);
        d1.handlerEntered(0, A, 1);
        d1.handlerLeft(0, A, 1);
        d1.handlerLeft(0, A, 1);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void eachOfTwoNestedHandlersIsHeldToItsOwnCount() {
        d1.handlerEntered(0, A, 1);
        d1.handlerEntered(0, A, 2);
        d1.handlerLeft(0, A, 2);
        d1.handlerLeft(0, A, 2);
        assertThat(trace.said).containsExactly("D1:handler-imbalance by 2");
    }

    @Test
    void whatIsRememberedIsInTheFingerprintUntilItIsForgotten() {
        long nothing = d1.fingerprint();
        d1.handlerEntered(0, A, 1);
        assertThat(d1.fingerprint()).isNotEqualTo(nothing);
        d1.handlerLeft(0, A, 1);
        assertThat(d1.fingerprint()).isEqualTo(nothing);
    }
}
