package dev.preemptcheck.hardware.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class NmiLatchTest {
    private final NmiLatch nmi = new NmiLatch();

    @Test
    void oneIsLatchedWhileOneIsServed() {
        nmi.raise();
        nmi.accept();
        nmi.raise();
        nmi.raise();
        assertThat(nmi.presented()).as("no NMI inside an NMI").isFalse();
        nmi.interruptReturn();
        assertThat(nmi.presented()).isTrue();
        nmi.accept();
        nmi.interruptReturn();
        assertThat(nmi.presented()).as("the third was merged").isFalse();
    }

    @Test
    void anyReturnOpensTheGate() {
        nmi.raise();
        nmi.accept();
        assertThat(nmi.blocked()).isTrue();
        nmi.interruptReturn();
        nmi.raise();
        assertThat(nmi.presented()).isTrue();
        assertThat(nmi.blocked()).isFalse();
    }

    @Test
    void onlyWhatIsPresentedIsTaken() {
        assertThatThrownBy(nmi::accept).hasMessageContaining("latched false");
        nmi.raise();
        nmi.accept();
        nmi.raise();
        assertThatThrownBy(nmi::accept).hasMessageContaining("blocked true");
    }

    @Test
    void theDigestIsTheState() {
        long idle = nmi.digest();
        nmi.raise();
        long latched = nmi.digest();
        nmi.accept();
        long blocked = nmi.digest();
        nmi.raise();
        assertThat(new long[] {idle, latched, blocked, nmi.digest()}).doesNotHaveDuplicates();
        nmi.reset();
        assertThat(nmi.digest()).isEqualTo(idle);
    }
}
