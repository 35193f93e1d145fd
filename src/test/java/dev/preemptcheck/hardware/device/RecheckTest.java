package dev.preemptcheck.hardware.device;

import static dev.preemptcheck.hardware.device.Rtl8139.BUFFER_EMPTY;
import static dev.preemptcheck.hardware.device.Rtl8139.RX_ENABLE;
import static dev.preemptcheck.hardware.device.Rtl8139.RX_OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Three ways to write the interrupt handler of an RTL8139, each under all interleavings with two packets. */
final class RecheckTest {
    private static final int RING = 0x4000;
    private static final int RING_START = 0xD030;
    private static final int COMMAND = 0xD037;
    private static final int READ_POINTER = 0xD038;
    private static final int MASK = 0xD03C;
    private static final int STATUS = 0xD03E;
    private static final int PACKETS = 2;

    /** A driver under one schedule: before each of its accesses the card may move any number of times. */
    private static final class Driver {
        private final Schedules schedules;
        private final Bench bench = new Bench();
        private final Rtl8139 card = new Rtl8139(Rtl8139Setup.card(256, 4, 4), bench);
        private int read;
        private int packets;

        Driver(Schedules schedules) {
            this.schedules = schedules;
            card.out(RING_START, 4, RING);
            card.out(MASK, 2, RX_OK);
            card.out(COMMAND, 1, RX_ENABLE);
        }

        private void cardMoves() {
            while (card.moves() != 0 && schedules.choose(2) == 1) {
                card.move(Integer.numberOfTrailingZeros(card.moves()));
            }
        }

        boolean ringIsEmpty() {
            cardMoves();
            return (card.in(COMMAND, 1) & BUFFER_EMPTY) != 0;
        }

        void acknowledge() {
            cardMoves();
            card.out(STATUS, 2, RX_OK);
        }

        void takePacket() {
            cardMoves();
            packets++;
            assertThat(bench.load(RING + read + 4)).isEqualTo(Rtl8139.payload(packets - 1, 0));
            read += 12;
            card.out(READ_POINTER, 2, read - 16);
        }

        void drain() {
            while (!ringIsEmpty()) {
                takePacket();
            }
        }

        /** The packets that the driver has got when nothing moves any more and no interrupt is left. */
        int packetsAtTheEnd(Consumer<Driver> handler) {
            while (bench.line || card.moves() != 0) {
                if (bench.line) {
                    handler.accept(this);
                } else {
                    card.move(Integer.numberOfTrailingZeros(card.moves()));
                }
            }
            return packets;
        }
    }

    private static Map<Integer, Integer> runsByPackets(Consumer<Driver> handler) {
        Map<Integer, Integer> runs = new TreeMap<>();
        Schedules.all(schedules -> runs.merge(new Driver(schedules).packetsAtTheEnd(handler), 1, Integer::sum));
        return runs;
    }

    @Test
    void acknowledgingAfterTheRingWasEmptyLosesAPacket() {
        Map<Integer, Integer> runs = runsByPackets(driver -> {
            driver.drain();
            driver.acknowledge();
        });
        assertThat(runs).as("runs by packets that were got").containsKeys(PACKETS - 1, PACKETS);
    }

    @Test
    void acknowledgingBeforeTheRingIsDrainedLosesNothing() {
        Map<Integer, Integer> runs = runsByPackets(driver -> {
            driver.acknowledge();
            driver.drain();
        });
        assertThat(runs).containsOnlyKeys(PACKETS);
    }

    @Test
    void lookingAgainAfterTheAcknowledgementLosesNothing() {
        Map<Integer, Integer> runs = runsByPackets(driver -> {
            do {
                driver.drain();
                driver.acknowledge();
            } while (!driver.ringIsEmpty());
        });
        assertThat(runs).containsOnlyKeys(PACKETS);
    }

    @Test
    void acknowledgingEachPacketAndLeavingEarlyLosesAPacket() {
        Map<Integer, Integer> runs = runsByPackets(driver -> {
            if (!driver.ringIsEmpty()) {
                driver.takePacket();
            }
            driver.acknowledge();
        });
        assertThat(runs).containsKeys(PACKETS - 1, PACKETS);
    }
}
