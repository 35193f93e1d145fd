package dev.preemptcheck.hardware.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Packets reach the host in order, complete, and none that did not come; one that is missing found the ring full and set the
 * overflow bit.
 *
 * <p>Miss probability: six faults were planted one at a time until each had been seen four times. The rarest, a mask that is written
 * without a look at the line, needed 53 tries for that; a ring that may be filled to the brim 48, one that does not wrap 42, a
 * lost overflow, a line that ignores the mask and an acknowledgement of everything less. At one in 13, a thousand tries miss
 * a fault with (1 - 1/13)^1000, below 10^-30; a fault that nobody planted may be rarer.
 */
final class Rtl8139RingProperties {
    private static final int RING = 0x8000;
    private static final int RING_START = 0xD030;
    private static final int COMMAND = 0xD037;
    private static final int READ_POINTER = 0xD038;
    private static final int WRITE_POINTER = 0xD03A;
    private static final int MASK = 0xD03C;
    private static final int STATUS = 0xD03E;

    @Property
    void packetsAreNeitherLostNorInvented(
            @ForAll @Size(max = 8) List<@IntRange(min = 1, max = 12) Integer> packets,
            @ForAll @IntRange(min = 3, max = 16) int ringWords,
            @ForAll("tapes") List<Integer> numbers) {
        Host host = new Host(packets, 4 * ringWords, numbers);
        while (!host.tape.atEnd()) {
            host.step();
            host.check();
        }
        while (host.card.due() != 0) {
            host.move();
        }
        while (!host.ringIsEmpty()) {
            host.takePacket();
            host.check();
        }
        assertThat(host.got).isEqualTo(host.kept);
    }

    /** A host that trusts what it finds in memory, and a watcher of the arrivals. */
    private static final class Host {
        private final Tape tape;
        private final Rtl8139 card;
        private final List<Integer> packets;
        private final int ringBytes;
        private final List<Integer> kept = new ArrayList<>();
        private final List<Integer> got = new ArrayList<>();
        private int arrived;
        private int read;
        private int mask;
        private int status;

        Host(List<Integer> packets, int ringBytes, List<Integer> numbers) {
            this.packets = packets;
            this.ringBytes = ringBytes;
            tape = new Tape(numbers);
            card = new Rtl8139(Rtl8139Setup.card(ringBytes, packets.toArray(Integer[]::new)), tape);
            card.out(RING_START, 4, RING);
            card.out(COMMAND, 1, Rtl8139.RX_ENABLE);
        }

        void step() {
            switch (tape.next(8)) {
                case 0, 1, 2, 3 -> move();
                case 4, 5 -> {
                    if (!ringIsEmpty()) {
                        takePacket();
                    }
                }
                case 6 -> {
                    int bits = tape.next(2) == 0 ? Rtl8139.RX_OK : Rtl8139.RX_OVERFLOW;
                    card.out(STATUS, 2, bits);
                    status &= ~bits;
                }
                default -> {
                    mask = tape.next(2) * Rtl8139.RX_OK | tape.next(2) * Rtl8139.RX_OVERFLOW;
                    card.out(MASK, 2, mask);
                }
            }
        }

        void move() {
            boolean owed = card.due() != 0;
            boolean published = card.state() == Rtl8139State.PUBLISHED;
            if (!tape.move(card).isEmpty() && !owed) {
                arrival(arrived++);
            }
            status |= published ? Rtl8139.RX_OK : 0;
        }

        /** Room is what the ring has, less what is in it and not yet read. */
        private void arrival(int packet) {
            int room = ringBytes;
            for (int waiting : kept.subList(got.size(), kept.size())) {
                room -= footprint(waiting);
            }
            if (footprint(packet) < room) {
                kept.add(packet);
            } else {
                status |= Rtl8139.RX_OVERFLOW;
            }
        }

        private int footprint(int packet) {
            return 4 + (packets.get(packet) + 4 + 3) / 4 * 4;
        }

        boolean ringIsEmpty() {
            return (card.in(COMMAND, 1) & Rtl8139.BUFFER_EMPTY) != 0;
        }

        void takePacket() {
            int header = word(read);
            assertThat(header & 0xFFFF).as("packet status").isEqualTo(Rtl8139.HEADER_OK);
            int length = (header >>> 16) - 4;
            int packet = (word(read + 4) >>> 16) - 1;
            assertThat(length).isEqualTo(packets.get(packet));
            for (int i = 0; 4 * i < length; i++) {
                assertThat(word(read + 4 + 4 * i)).isEqualTo(Rtl8139.payload(packet, i));
            }
            assertThat(word(read + footprint(packet) - 4)).as("checksum").isZero();
            got.add(packet);
            read = (read + footprint(packet)) % ringBytes;
            card.out(READ_POINTER, 2, read - 16);
        }

        private int word(int offset) {
            return tape.load(RING + offset % ringBytes);
        }

        void check() {
            assertThat(card.in(STATUS, 2)).as("status").isEqualTo(status);
            assertThat(tape.line).as("line").isEqualTo((status & mask) != 0);
            assertThat(ringIsEmpty()).as("empty").isEqualTo(card.in(WRITE_POINTER, 2) == read);
            assertThat(got).as("packets in order").isEqualTo(kept.subList(0, got.size()));
        }
    }

    @Provide
    Arbitrary<List<Integer>> tapes() {
        return Arbitraries.integers().between(0, 1023).list().ofMaxSize(200);
    }
}
