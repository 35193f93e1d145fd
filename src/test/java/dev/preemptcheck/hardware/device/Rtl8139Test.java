package dev.preemptcheck.hardware.device;

import static dev.preemptcheck.hardware.device.Bench.move;
import static dev.preemptcheck.hardware.device.Rtl8139.BUFFER_EMPTY;
import static dev.preemptcheck.hardware.device.Rtl8139.RESET;
import static dev.preemptcheck.hardware.device.Rtl8139.RX_ENABLE;
import static dev.preemptcheck.hardware.device.Rtl8139.RX_OK;
import static dev.preemptcheck.hardware.device.Rtl8139.RX_OVERFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class Rtl8139Test {
    private static final int RING = 0x4000;
    private static final int RING_START = 0xD030;
    private static final int COMMAND = 0xD037;
    private static final int READ_POINTER = 0xD038;
    private static final int WRITE_POINTER = 0xD03A;
    private static final int MASK = 0xD03C;
    private static final int STATUS = 0xD03E;

    private final Bench bench = new Bench();

    /** Three packets of 12 bytes in the ring each; two fit. */
    private final Rtl8139 card = enabled(28, 4, 4, 4);

    private Rtl8139 enabled(int ringBytes, Integer... packets) {
        Rtl8139 fresh = new Rtl8139(Rtl8139Setup.card(ringBytes, packets), bench);
        fresh.out(RING_START, 4, RING);
        fresh.out(MASK, 2, RX_OK | RX_OVERFLOW);
        fresh.out(COMMAND, 1, RX_ENABLE);
        return fresh;
    }

    private static void receive(Rtl8139 card) {
        move(card, "packet");
        while (card.due() != 0) {
            move(card, "proceed");
        }
    }

    private static void readUpTo(Rtl8139 card, int offset) {
        card.out(READ_POINTER, 2, offset - 16);
    }

    @Test
    void aPacketIsInMemoryThenInTheRingThenInTheStatus() {
        move(card, "packet");
        for (int word = 0; word < 3; word++) {
            assertThat(card.state()).isEqualTo(Rtl8139State.STORING);
            move(card, "proceed");
        }
        assertThat(bench.load(RING)).as("length and status").isEqualTo(8 << 16 | 1);
        assertThat(bench.load(RING + 4)).isEqualTo(Rtl8139.payload(0, 0));
        assertThat(bench.load(RING + 8)).as("checksum").isZero();
        assertThat(card.in(COMMAND, 1)).isEqualTo(RX_ENABLE | BUFFER_EMPTY);
        move(card, "proceed");
        assertThat(card.in(COMMAND, 1)).isEqualTo(RX_ENABLE);
        assertThat(card.in(WRITE_POINTER, 2)).isEqualTo(12);
        assertThat(card.in(STATUS, 2)).isZero();
        assertThat(bench.line).isFalse();
        move(card, "proceed");
        assertThat(card.in(STATUS, 2)).isEqualTo(RX_OK);
        assertThat(bench.line).isTrue();
    }

    @Test
    void onlyTheArrivalIsNotOwed() {
        assertThat(card.moves()).isNotZero();
        assertThat(card.due()).isZero();
        move(card, "packet");
        assertThat(card.due()).isEqualTo(card.moves()).isNotZero();
    }

    @Test
    void packetsTakeWholeWordsInTheRing() {
        Rtl8139 odd = enabled(64, 5, 1);
        receive(odd);
        assertThat(odd.in(WRITE_POINTER, 2)).isEqualTo(16);
        assertThat(bench.load(RING)).isEqualTo(9 << 16 | 1);
        assertThat(bench.load(RING + 8)).isEqualTo(Rtl8139.payload(0, 1));
        receive(odd);
        assertThat(odd.in(WRITE_POINTER, 2)).isEqualTo(28);
    }

    @Test
    void readingTheStatusDoesNotClearIt() {
        receive(card);
        card.in(STATUS, 2);
        assertThat(card.in(STATUS, 2)).isEqualTo(RX_OK);
        assertThat(bench.line).isTrue();
    }

    @Test
    void writingOneClearsThatBit() {
        receive(card);
        receive(card);
        receive(card);
        assertThat(card.in(STATUS, 2)).isEqualTo(RX_OK | RX_OVERFLOW);
        card.out(STATUS, 2, RX_OK);
        assertThat(card.in(STATUS, 2)).isEqualTo(RX_OVERFLOW);
        assertThat(bench.line).isTrue();
        card.out(STATUS, 2, RX_OVERFLOW);
        assertThat(bench.line).isFalse();
    }

    @Test
    void theLineFollowsStatusAndMask() {
        card.out(MASK, 2, 0);
        receive(card);
        assertThat(bench.line).isFalse();
        card.out(MASK, 2, RX_OVERFLOW);
        assertThat(bench.line).isFalse();
        card.out(MASK, 2, RX_OK);
        assertThat(bench.line).isTrue();
        assertThat(card.in(MASK, 2)).isEqualTo(RX_OK);
        card.out(MASK, 2, 0);
        assertThat(bench.line).isFalse();
    }

    @Test
    void aPacketThatDoesNotFitSetsOverflowOnly() {
        receive(card);
        receive(card);
        card.out(STATUS, 2, RX_OK);
        move(card, "packet");
        assertThat(card.state()).isEqualTo(Rtl8139State.WAITING);
        assertThat(card.in(STATUS, 2)).isEqualTo(RX_OVERFLOW);
        assertThat(card.in(WRITE_POINTER, 2)).isEqualTo(24);
    }

    @Test
    void aFullRingNeverLooksEmpty() {
        Rtl8139 tight = enabled(24, 4, 4);
        receive(tight);
        receive(tight);
        assertThat(tight.in(STATUS, 2)).isEqualTo(RX_OK | RX_OVERFLOW);
        assertThat(tight.in(COMMAND, 1) & BUFFER_EMPTY).isZero();
    }

    @Test
    void theRingWrapsInsideAPacket() {
        receive(card);
        receive(card);
        readUpTo(card, 12);
        receive(card);
        assertThat(card.in(WRITE_POINTER, 2)).isEqualTo(8);
        assertThat(bench.load(RING + 24)).as("header at the end").isEqualTo(8 << 16 | 1);
        assertThat(bench.load(RING)).as("payload at the start").isEqualTo(Rtl8139.payload(2, 0));
    }

    @Test
    void theReadPointerIsSixteenLessInItsRegister() {
        assertThat(card.in(READ_POINTER, 2)).isEqualTo(0xFFF0);
        receive(card);
        readUpTo(card, 12);
        assertThat(card.in(READ_POINTER, 2)).isEqualTo(0xFFFC);
        assertThat(card.in(COMMAND, 1) & BUFFER_EMPTY).isEqualTo(BUFFER_EMPTY);
    }

    @Test
    void whatIsReadMakesRoom() {
        receive(card);
        receive(card);
        readUpTo(card, 12);
        move(card, "packet");
        assertThat(card.state()).isEqualTo(Rtl8139State.STORING);
    }

    @Test
    void aPointerIntoNowhereIsTakenModuloTheRing() {
        readUpTo(card, 28 + 13);
        assertThat(card.in(READ_POINTER, 2)).isEqualTo((12 - 16) & 0xFFFF);
    }

    @Test
    void nothingArrivesUnlessEnabledNorAfterTheLastPacket() {
        receive(card);
        card.out(COMMAND, 1, 0);
        assertThat(card.moves()).isZero();
        card.out(COMMAND, 1, RX_ENABLE);
        receive(card);
        receive(card);
        assertThat(card.moves()).isZero();
    }

    @Test
    void resetDropsAllAndTakesTime() {
        receive(card);
        move(card, "packet");
        card.out(COMMAND, 1, RESET);
        assertThat(bench.line).isFalse();
        assertThat(card.in(COMMAND, 1)).isEqualTo(RESET | BUFFER_EMPTY);
        card.out(MASK, 2, RX_OK);
        assertThat(card.in(MASK, 2)).as("written too early").isZero();
        move(card, "proceed");
        assertThat(card.in(COMMAND, 1)).isEqualTo(BUFFER_EMPTY);
        assertThat(card.in(RING_START, 4)).isEqualTo(RING);
        card.out(COMMAND, 1, RX_ENABLE);
        receive(card);
        assertThat(bench.load(RING + 4)).as("the third packet").isEqualTo(Rtl8139.payload(2, 0));
    }

    @Test
    void onlyMovesThatAreOfferedCanBeMade() {
        assertThatThrownBy(() -> card.move(1)).hasMessage("eth0 is WAITING and can't make move 1");
        move(card, "packet");
        assertThatThrownBy(() -> card.move(0)).hasMessage("eth0 is STORING and can't make move 0");
    }

    @Test
    void registersHaveTheirPortsAndWidths() {
        assertThat(card.decodes(0xD000)).isTrue();
        assertThat(card.decodes(0xD0FF)).isTrue();
        assertThat(card.decodes(0xCFFF)).isFalse();
        assertThat(card.decodes(0xD100)).isFalse();
        assertThatThrownBy(() -> card.in(STATUS, 4)).hasMessage("eth0 has no register of 32 bits at port 0xd03e");
        assertThatThrownBy(() -> card.out(0xD044, 4, 0)).hasMessageContaining("0xd044");
        assertThatThrownBy(() -> card.out(WRITE_POINTER, 2, 0)).hasMessageContaining("for writing");
        assertThatThrownBy(() -> Rtl8139Setup.card(30)).hasMessageContaining("ring of 30 bytes");
    }

    @Test
    void eachStepMakesAnotherState() {
        List<Long> digests = new ArrayList<>();
        digests.add(card.digest());
        move(card, "packet");
        digests.add(card.digest());
        while (card.due() != 0) {
            move(card, "proceed");
            digests.add(card.digest());
        }
        card.out(STATUS, 2, RX_OK);
        digests.add(card.digest());
        readUpTo(card, 12);
        digests.add(card.digest());
        card.out(MASK, 2, 0);
        digests.add(card.digest());
        assertThat(digests).doesNotHaveDuplicates();
        card.reset();
        Rtl8139 fresh = new Rtl8139(Rtl8139Setup.card(28, 4, 4, 4), bench);
        assertThat(card.digest()).isEqualTo(fresh.digest());
    }
}
