package dev.preemptcheck.hardware;

import static dev.preemptcheck.hardware.Footprint.DATA;
import static dev.preemptcheck.hardware.Footprint.HANDLER;
import static dev.preemptcheck.hardware.Footprint.INTERRUPTIBLE;
import static dev.preemptcheck.hardware.Footprint.PREEMPTIBLE;
import static dev.preemptcheck.hardware.Footprint.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Footprint.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FootprintTest {
    private static final int WORD = 0;
    private static final int OPEN = INTERRUPTIBLE | PREEMPTIBLE | DATA;
    private static final int CPU0 = 1;
    private static final int CPU1 = 2;
    private static final int TASK2 = 1 << 2;
    private static final int TASK3 = 1 << 3;
    private static final int TIMER0 = 1 << 16;
    private static final int LOCK_A = 1;
    private static final int LOCK_B = 2;

    private final Footprint footprint = new Footprint(1, Reduction.LOCAL);

    private int settled() {
        footprint.settle();
        return footprint.level(WORD);
    }

    @ParameterizedTest
    @EnumSource(names = {"PRIVATE", "PROTECTED", "LOCAL"})
    void aWordOfOneContextIsQuietWhereverItRuns(Reduction reduction) {
        Footprint f = new Footprint(1, reduction);
        f.note(WORD, TASK2, 2, OPEN | WRITE | CPU0, 0);
        f.note(WORD, TASK2, 2, OPEN | CPU1, 0);
        f.settle();
        assertThat(f.level(WORD)).isEqualTo(Footprint.QUIET);
    }

    @Test
    void withoutReductionEveryWordIsShared() {
        Footprint f = new Footprint(1, Reduction.NONE);
        assertThat(f.level(WORD)).isEqualTo(Footprint.SHARED);
    }

    @Test
    void aHandlerIsAContextOfItsOwn() {
        footprint.note(WORD, TASK2, 2, OPEN | CPU0, 0);
        footprint.note(WORD, TIMER0, 2, HANDLER | DATA | CPU0, 0);
        assertThat(settled()).isNotEqualTo(Footprint.QUIET);
    }

    @Test
    void aWordOfOneProcessorThatNobodyCanLoseIsProtected() {
        footprint.note(WORD, TASK2, 2, INTERRUPTIBLE | DATA | WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, INTERRUPTIBLE | DATA | WRITE | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.QUIET);
    }

    @Test
    void oneAccessWithPreemptionOnEndsTheProtection() {
        footprint.note(WORD, TASK2, 2, INTERRUPTIBLE | DATA | WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, OPEN | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.LOCAL);
    }

    @Test
    void oneAccessWithInterruptsOnEndsTheProtectionFromAHandler() {
        footprint.note(WORD, TASK2, 2, DATA | CPU0, 0);
        footprint.note(WORD, TIMER0, 2, HANDLER | DATA | WRITE | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.QUIET);
        footprint.note(WORD, TASK2, 2, INTERRUPTIBLE | DATA | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.LOCAL);
    }

    @Test
    void aSecondProcessorEndsTheProtection() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, DATA | WRITE | CPU1, 0);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }

    @Test
    void privateOnlyKnowsNoProtection() {
        Footprint f = new Footprint(1, Reduction.PRIVATE);
        f.note(WORD, TASK2, 2, DATA | CPU0, 0);
        f.note(WORD, TASK3, 3, DATA | CPU0, 0);
        f.settle();
        assertThat(f.level(WORD)).isEqualTo(Footprint.SHARED);
    }

    @Test
    void whatIsTouchedOnOneKernelStackOnlyIsLocal() {
        footprint.note(WORD, TASK2, 2, OPEN | WRITE | CPU0, 0);
        footprint.note(WORD, TASK2, 2, OPEN | WRITE | CPU1, 0);
        footprint.note(WORD, TIMER0, 2, HANDLER | DATA | WRITE | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.LOCAL);
        footprint.note(WORD, TIMER0, 3, HANDLER | DATA | WRITE | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }

    @Test
    void whatIsTouchedOnOneProcessorOnlyIsLocal() {
        footprint.note(WORD, TASK2, 2, OPEN | WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, OPEN | WRITE | CPU0, 0);
        assertThat(settled()).isEqualTo(Footprint.LOCAL);
    }

    @Test
    void whatIsAlwaysUnderOneLockIsQuiet() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A | LOCK_B);
        footprint.note(WORD, TASK3, 3, DATA | WRITE | CPU1, LOCK_B);
        assertThat(settled()).isEqualTo(Footprint.QUIET);
    }

    @Test
    void twoLocksGuardNothing() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A);
        footprint.note(WORD, TASK3, 3, DATA | WRITE | CPU1, LOCK_B);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }

    @Test
    void whatIsWrittenUnderALockAndReadWithoutIsGuarded() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A);
        footprint.note(WORD, TASK3, 3, DATA | CPU1, 0);
        assertThat(settled()).isEqualTo(Footprint.GUARDED);
        assertThat(footprint.isGuardedBy(WORD, LOCK_A)).isTrue();
        assertThat(footprint.isGuardedBy(WORD, LOCK_B)).isFalse();
        assertThat(footprint.canBeToldApart(WORD, DATA | WRITE, LOCK_A)).isTrue();
        assertThat(footprint.canBeToldApart(WORD, DATA, LOCK_A)).isFalse();
        assertThat(footprint.canBeToldApart(WORD, DATA, LOCK_B))
                .as("a read under another lock")
                .isTrue();
    }

    @Test
    void anotherGuardStartsTheRoundOver() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A | LOCK_B);
        footprint.note(WORD, TASK3, 3, DATA | CPU1, 0);
        assertThat(settled()).isEqualTo(Footprint.GUARDED);
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A);
        assertThat(footprint.isGuardedBy(WORD, LOCK_B)).as("frozen").isTrue();
        assertThat(footprint.unsettled()).isTrue();
        assertThat(settled()).isEqualTo(Footprint.GUARDED);
        assertThat(footprint.isGuardedBy(WORD, LOCK_B)).isFalse();
    }

    @Test
    void aWriteWithoutTheLockEndsTheGuard() {
        footprint.note(WORD, TASK2, 2, DATA | WRITE | CPU0, LOCK_A);
        footprint.note(WORD, TASK3, 3, DATA | WRITE | CPU1, 0);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }

    @Test
    void aWordThatIsOnlyEverALockIsKnownAsOne() {
        footprint.note(WORD, TASK2, 2, WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, WRITE | CPU1, 0);
        settled();
        assertThat(footprint.isLockOnly(WORD)).isTrue();
        footprint.note(WORD, TASK3, 3, DATA | CPU1, 0);
        assertThat(footprint.isLockOnly(WORD)).as("frozen").isTrue();
        assertThat(footprint.unsettled()).isTrue();
        settled();
        assertThat(footprint.isLockOnly(WORD)).isFalse();
    }

    @Test
    void aLockThatIsLookedAtForTheFirstTimeStartsTheRoundOver() {
        footprint.note(WORD, TASK2, 2, INTERRUPTIBLE | WRITE | CPU0, 0);
        footprint.note(WORD, TASK3, 3, INTERRUPTIBLE | WRITE | CPU1, 0);
        footprint.settle();
        footprint.note(WORD, TASK3, 3, INTERRUPTIBLE | DATA | CPU1, 0);
        assertThat(footprint.unsettled()).isTrue();
    }

    @Test
    void aLockUnderAnotherLockIsNotQuiet() {
        footprint.note(WORD, TASK2, 2, WRITE | CPU0, LOCK_A);
        footprint.note(WORD, TASK3, 3, WRITE | CPU1, LOCK_A);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }

    @Test
    void whatIsSaidIsFrozenUntilItIsSettled() {
        footprint.note(WORD, TASK2, 2, OPEN | CPU0, 0);
        assertThat(footprint.unsettled()).isFalse();
        footprint.note(WORD, TASK3, 3, OPEN | WRITE | CPU1, 0);
        assertThat(footprint.unsettled()).isTrue();
        assertThat(footprint.level(WORD)).isEqualTo(Footprint.QUIET);
        assertThat(settled()).isEqualTo(Footprint.SHARED);
        assertThat(footprint.unsettled()).isFalse();
    }

    @Test
    void whatIsKnownOnlyGrows() {
        footprint.note(WORD, TASK2, 2, OPEN | CPU0, 0);
        footprint.note(WORD, TASK3, 3, OPEN | WRITE | CPU1, 0);
        footprint.settle();
        footprint.note(WORD, TASK2, 2, DATA | CPU0, LOCK_A);
        assertThat(footprint.unsettled()).isFalse();
        assertThat(settled()).isEqualTo(Footprint.SHARED);
    }
}
