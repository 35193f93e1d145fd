package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * The card's view of the receive ring: where it is in memory, where the card writes and where the host reads.
 *
 * <p>Both pointers are offsets in bytes, multiples of 4. Equal pointers mean an empty ring, so a packet must leave at least
 * a word free. The register of the read pointer is 16 less than the pointer, modulo 64 K, which every driver knows.
 */
final class ReceiveRing {
    private static final int READ_BIAS = 16;
    private static final int REGISTER_MASK = 0xFFFF;

    private final int bytes;
    private int base;
    private int read;
    private int write;

    ReceiveRing(int bytes) {
        this.bytes = bytes;
    }

    void reset() {
        base = 0;
        rewind();
    }

    /** Both pointers to the start. */
    void rewind() {
        read = 0;
        write = 0;
    }

    int base() {
        return base;
    }

    void base(int address) {
        base = address & ~3;
    }

    boolean empty() {
        return read == write;
    }

    /** True if a packet that takes {@code footprint} bytes can be stored. */
    boolean fits(int footprint) {
        return footprint < bytes - Math.floorMod(write - read, bytes);
    }

    /** Physical address of a word of the packet that comes next; the ring wraps inside packets. */
    int address(int word) {
        return base + (write + 4 * word) % bytes;
    }

    /** The packet that came next is in the ring. */
    void publish(int footprint) {
        write = (write + footprint) % bytes;
    }

    int writeRegister() {
        return write;
    }

    int readRegister() {
        return (read - READ_BIAS) & REGISTER_MASK;
    }

    /** The host has read up to there; the card believes whatever it is told. */
    void readRegister(int value) {
        read = ((value + READ_BIAS) & REGISTER_MASK) % bytes & ~3;
    }

    long digest() {
        return Hash.at(read << 16 | write, base);
    }
}
