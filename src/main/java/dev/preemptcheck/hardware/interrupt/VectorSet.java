package dev.preemptcheck.hardware.interrupt;

/** A 256-bit register of a local APIC: one bit per vector. */
final class VectorSet {
    private long low;
    private long middle;
    private long high;
    private long top;

    void clear() {
        low = 0;
        middle = 0;
        high = 0;
        top = 0;
    }

    boolean contains(int vector) {
        return (part(vector) & 1L << vector) != 0;
    }

    void flip(int vector) {
        long bit = 1L << vector;
        switch (vector >> 6) {
            case 0 -> low ^= bit;
            case 1 -> middle ^= bit;
            case 2 -> high ^= bit;
            default -> top ^= bit;
        }
    }

    /** -1 if the set is empty. */
    int highest() {
        for (int base = 192; base >= 0; base -= 64) {
            long bits = part(base);
            if (bits != 0) {
                return base + 63 - Long.numberOfLeadingZeros(bits);
            }
        }
        return -1;
    }

    private long part(int vector) {
        return switch (vector >> 6) {
            case 0 -> low;
            case 1 -> middle;
            case 2 -> high;
            default -> top;
        };
    }
}
