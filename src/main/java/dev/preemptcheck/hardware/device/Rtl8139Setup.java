package dev.preemptcheck.hardware.device;

import java.util.List;

/**
 * An RTL8139 as a scenario wants it.
 *
 * @param name what traces call it
 * @param ports first of its 256 I/O ports
 * @param irq number of its interrupt line
 * @param ringBytes size of the receive ring, a multiple of 4: at least 8192 on a real card; fewer keep an exhaustive search
 *     possible and change nothing else
 * @param packets bytes of each packet that may arrive, checksum not included, in this order
 */
public record Rtl8139Setup(String name, int ports, int irq, int ringBytes, List<Integer> packets) {
    private static final int PORTS_MAX = 0x10000;
    private static final int RING_BYTES_MAX = 0x8000;

    /** A header, and the checksum behind the packet. */
    private static final int HEADER_BYTES = 4;

    private static final int CHECKSUM_BYTES = 4;

    public Rtl8139Setup {
        packets = List.copyOf(packets);
        if (ringBytes % 4 != 0 || ringBytes < 4 || ringBytes > RING_BYTES_MAX || ports < 0 || ports + 256 > PORTS_MAX) {
            throw new IllegalArgumentException(name + ": a ring of " + ringBytes + " bytes, ports from 0x"
                    + Integer.toHexString(ports) + "; a multiple of 4 up to " + RING_BYTES_MAX + " is expected");
        }
    }

    /** A card at the usual place whose packets are of these sizes in bytes. */
    public static Rtl8139Setup card(int ringBytes, Integer... packets) {
        return new Rtl8139Setup("eth0", 0xD000, 11, ringBytes, List.of(packets));
    }

    /** The length that the header of a packet tells, in bytes: with the checksum. */
    int length(int packet) {
        return packets.get(packet) + CHECKSUM_BYTES;
    }

    /** What a packet takes in the ring, in bytes: with header, and rounded up to words. */
    int footprint(int packet) {
        return (HEADER_BYTES + length(packet) + 3) & ~3;
    }
}
