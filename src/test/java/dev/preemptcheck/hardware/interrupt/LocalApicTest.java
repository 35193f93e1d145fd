package dev.preemptcheck.hardware.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalApicTest {
    private final LocalApic apic = new LocalApic();

    @Test
    void theHighestVectorIsGivenFirst() {
        List<Integer> given = new ArrayList<>();
        for (int vector : new int[] {0x31, 0xFF, 0x20, 0x7F, 0x80, 0xBF, 0xC0, 0x3F, 0x40}) {
            apic.post(vector);
        }
        while (apic.presented() >= 0) {
            given.add(apic.accept());
            apic.endOfInterrupt();
        }
        assertThat(given).containsExactly(0xFF, 0xC0, 0xBF, 0x80, 0x7F, 0x40, 0x3F, 0x31, 0x20);
    }

    @Test
    void oneInServiceAndOnePendingFurtherOnesMerge() {
        apic.timer();
        apic.accept();
        apic.timer();
        apic.timer();
        apic.endOfInterrupt();
        assertThat(apic.accept()).isEqualTo(Vector.LOCAL_TIMER);
        apic.endOfInterrupt();
        assertThat(apic.presented()).isEqualTo(-1);
    }

    @Test
    void aClassInServiceBlocksItselfAndLowerOnes() {
        apic.post(Vector.CALL_FUNCTION);
        apic.accept();
        apic.post(Vector.INVALIDATE_TLB);
        assertThat(apic.presented()).as("same class, higher number").isEqualTo(-1);
        apic.post(Vector.LOCAL_TIMER);
        assertThat(apic.presented()).isEqualTo(-1);
        apic.endOfInterrupt();
        assertThat(apic.presented()).isEqualTo(Vector.INVALIDATE_TLB);
    }

    @Test
    void aHigherClassInterruptsAndIsEndedFirst() {
        apic.post(0x31);
        apic.accept();
        apic.timer();
        assertThat(apic.accept()).isEqualTo(Vector.LOCAL_TIMER);
        apic.endOfInterrupt();
        assertThat(apic.inService(0x31)).isTrue();
        assertThat(apic.inService(Vector.LOCAL_TIMER)).isFalse();
    }

    @Test
    void registersCanBeAskedByVector() {
        apic.post(Vector.RESCHEDULE);
        assertThat(apic.requested(Vector.RESCHEDULE)).isTrue();
        apic.accept();
        assertThat(apic.requested(Vector.RESCHEDULE)).isFalse();
        assertThat(apic.inService(Vector.RESCHEDULE)).isTrue();
    }

    @Test
    void endingNothingChangesNothing() {
        apic.post(0x31);
        long before = apic.digest();
        apic.endOfInterrupt();
        assertThat(apic.digest()).isEqualTo(before);
        assertThat(apic.presented()).isEqualTo(0x31);
    }

    @Test
    void nothingIsGivenUnlessPresented() {
        assertThatThrownBy(apic::accept).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void exceptionsAreNoInterrupts() {
        assertThatThrownBy(() -> apic.post(0x0E)).hasMessageContaining("0xe");
        assertThatThrownBy(() -> apic.post(0x100)).hasMessageContaining("0x100");
    }

    @Test
    void theDigestTellsRequestedFromInService() {
        long idle = apic.digest();
        apic.post(0x31);
        long requested = apic.digest();
        apic.accept();
        long served = apic.digest();
        apic.post(0x31);
        assertThat(List.of(idle, requested, served, apic.digest())).doesNotHaveDuplicates();
        apic.endOfInterrupt();
        assertThat(apic.digest()).isEqualTo(requested);
        apic.reset();
        assertThat(apic.digest()).isEqualTo(idle);
        assertThat(apic.presented()).isEqualTo(-1);
    }

    @Test
    void vectorsHaveNames() {
        assertThat(Vector.name(Vector.LOCAL_TIMER)).isEqualTo("local-timer");
        assertThat(Vector.name(Vector.FIRST)).isEqualTo("irq0");
        assertThat(Vector.name(Vector.FIRST + 15)).isEqualTo("irq15");
        assertThat(Vector.name(Vector.FIRST_DEVICE)).isEqualTo("vector49");
    }
}
