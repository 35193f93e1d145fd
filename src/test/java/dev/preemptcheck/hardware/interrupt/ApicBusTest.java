package dev.preemptcheck.hardware.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ApicBusTest {
    private final LocalApic[] apics = {new LocalApic(), new LocalApic(), new LocalApic()};
    private final ApicBus bus = new ApicBus(apics);

    @Test
    void aMessageArrivesAtEachTargetByItself() {
        bus.send(0, 0b110, Vector.CALL_FUNCTION);
        assertThat(bus.arrivals(0)).isEqualTo(0b110);
        assertThat(bus.vector(0)).isEqualTo(Vector.CALL_FUNCTION);
        bus.arrive(0, 2);
        assertThat(apics[2].presented()).isEqualTo(Vector.CALL_FUNCTION);
        assertThat(apics[1].presented()).as("not there yet").isEqualTo(-1);
        assertThat(bus.arrivals(0)).isEqualTo(0b010);
    }

    @Test
    void aSenderIsBusyUntilItsMessageHasArrivedEverywhere() {
        bus.send(0, 0b110, Vector.INVALIDATE_TLB);
        bus.arrive(0, 1);
        assertThat(bus.busy(0)).isTrue();
        assertThatThrownBy(() -> bus.send(0, 0b010, Vector.RESCHEDULE))
                .hasMessageContaining("still sends invalidate-tlb")
                .hasMessageContaining("before it sends reschedule");
        bus.arrive(0, 2);
        assertThat(bus.busy(0)).isFalse();
        assertThat(bus.vector(0)).isZero();
    }

    @Test
    void messagesOfTwoSendersMergeOnlyWhereTheyArrive() {
        bus.send(0, 0b100, Vector.RESCHEDULE);
        bus.send(1, 0b100, Vector.RESCHEDULE);
        bus.arrive(0, 2);
        apics[2].accept();
        bus.arrive(1, 2);
        apics[2].endOfInterrupt();
        assertThat(apics[2].presented()).as("served twice").isEqualTo(Vector.RESCHEDULE);
    }

    @Test
    void aProcessorCanSendToItself() {
        bus.send(1, 0b010, Vector.RESCHEDULE);
        bus.arrive(1, 1);
        assertThat(apics[1].presented()).isEqualTo(Vector.RESCHEDULE);
    }

    @Test
    void whatWasNotSentCannotArrive() {
        bus.send(0, 0b010, Vector.RESCHEDULE);
        bus.arrive(0, 1);
        assertThatThrownBy(() -> bus.arrive(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bus.arrive(1, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyMessageNeedsTargetsOnTheBus() {
        assertThatThrownBy(() -> bus.send(0, 0, Vector.RESCHEDULE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bus.send(0, 0b1000, Vector.RESCHEDULE)).hasMessageContaining("0b1000");
        assertThatThrownBy(() -> new ApicBus(new LocalApic[9])).hasMessageContaining("9");
        assertThat(bus.busy(0)).isFalse();
    }

    @Test
    void senderTargetAndVectorAreInTheDigest() {
        long idle = bus.digest();
        assertThat(new long[] {
                    idle,
                    sent(0, 0b100, Vector.RESCHEDULE),
                    sent(1, 0b100, Vector.RESCHEDULE),
                    sent(0, 0b010, Vector.RESCHEDULE),
                    sent(0, 0b100, Vector.CALL_FUNCTION)
                })
                .doesNotHaveDuplicates();
        assertThat(bus.digest()).isEqualTo(idle);
    }

    private long sent(int sender, int mask, int vector) {
        bus.send(sender, mask, vector);
        long digest = bus.digest();
        bus.reset();
        return digest;
    }
}
