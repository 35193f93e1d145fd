package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Access;
import org.junit.jupiter.api.Test;

final class LifetimeDetectorTest {
    private static final int OBJECT = 40;
    private static final int WORDS = 3;
    private static final int READ = Access.READ | Access.BYTES;
    private static final int WRITE = Access.WRITE | Access.BYTES;

    private final Traced trace = new Traced();
    private final LifetimeDetector d23 = new LifetimeDetector(trace);

    private void allocated(int task, int word, int words) {
        for (int i = 0; i < words; i++) {
            d23.allocated(0, task, word + i);
        }
    }

    private void freed(int task, int word, int words) {
        for (int i = 0; i < words; i++) {
            d23.freed(0, task, word + i);
        }
    }

    @Test
    void aReadOfAFreedObjectIsAUseAfterFree() {
        allocated(A, OBJECT, WORDS);
        freed(A, OBJECT, WORDS);
        d23.accessed(1, B, OBJECT + 2, READ);
        assertThat(trace.said).containsExactly("D23:use-after-free by 3");
    }

    @Test
    void aDevicesWriteToAFreedBufferIsOneToo() {
        freed(A, OBJECT, WORDS);
        d23.accessed(0, A, OBJECT, WRITE | Access.DEVICE);
        assertThat(trace.said).containsExactly("D23:use-after-free by 2");
    }

    @Test
    void aMarkedAccessIsNoExcuse() {
        freed(A, OBJECT, WORDS);
        d23.accessed(0, B, OBJECT, READ | Access.MARKED);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void anObjectThatIsFreedTwiceIsReportedAtItsFirstWord() {
        freed(A, OBJECT, WORDS);
        d23.freed(1, B, OBJECT);
        assertThat(trace.said).containsExactly("D23:double-free by 3");
    }

    @Test
    void anObjectThatOverlapsAFreedOneIsFreedTwice() {
        freed(A, OBJECT, WORDS);
        freed(A, OBJECT + WORDS - 1, WORDS);
        assertThat(trace.said).containsExactly("D23:double-free by 2");
    }

    @Test
    void whatIsAllocatedAgainMayBeUsedAndFreedAgain() {
        freed(A, OBJECT, WORDS);
        allocated(B, OBJECT, WORDS);
        d23.accessed(0, B, OBJECT, WRITE);
        freed(B, OBJECT, WORDS);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void theNeighboursOfAFreedObjectAreAlive() {
        freed(A, OBJECT, WORDS);
        d23.accessed(0, A, OBJECT - 1, WRITE);
        d23.accessed(0, A, OBJECT + WORDS, READ);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void whatIsNeverFreedMayAlwaysBeUsed() {
        d23.accessed(0, A, OBJECT, WRITE);
        allocated(A, OBJECT, WORDS);
        d23.accessed(0, A, OBJECT, READ);
        d23.accessed(1, B, 1_000_000, READ);
        assertThat(trace.said).isEmpty();
    }

    @Test
    void anObjectUsedJustBeforeItIsFreedIsNot() {
        allocated(A, OBJECT, WORDS);
        d23.accessed(0, A, OBJECT, WRITE);
        freed(A, OBJECT, WORDS);
        assertThat(trace.said).isEmpty();
        assertThat(d23.anyFreed()).isTrue();
    }

    @Test
    void whatIsFreedIsInTheFingerprintUntilItIsAllocatedAgain() {
        freed(A, OBJECT, WORDS);
        long freed = d23.fingerprint();
        assertThat(freed).isNotZero();
        freed(A, OBJECT + WORDS, 1);
        assertThat(d23.fingerprint()).isNotEqualTo(freed);
        allocated(A, OBJECT, WORDS + 1);
        assertThat(d23.fingerprint()).isZero();
        freed(A, OBJECT, WORDS);
        d23.reset();
        assertThat(d23.fingerprint()).isZero();
        d23.accessed(0, A, OBJECT, READ);
        assertThat(trace.said).isEmpty();
    }
}
