package dev.preemptcheck.hardware;

/** An 8 or 16-bit access to a part of a word, as one number: so it travels through steps, traces and digests. */
public final class Part {
    private static final int OFFSET_SHIFT = 16;
    private static final int BYTES_SHIFT = 20;

    private Part() {}

    static int of(int address, int bytes, int value) {
        if ((address & (bytes - 1)) != 0) {
            throw new IllegalStateException(
                    "0x" + Integer.toHexString(address) + " is not aligned to " + bytes + " bytes");
        }
        return (bytes << BYTES_SHIFT) | ((address & 3) << OFFSET_SHIFT) | (value & bits(bytes));
    }

    private static int bits(int bytes) {
        return (1 << (8 * bytes)) - 1;
    }

    /** Bytes from the beginning of the word. */
    public static int offset(int part) {
        return (part >>> OFFSET_SHIFT) & 3;
    }

    /** 1 or 2. */
    public static int bytes(int part) {
        return part >>> BYTES_SHIFT;
    }

    /** What was read or written. */
    public static int value(int part) {
        return part & bits(bytes(part));
    }

    /** The bits of the word that belong to the part. */
    static int mask(int part) {
        return bits(bytes(part)) << (8 * offset(part));
    }

    /** The value in its place in the word. */
    static int inPlace(int part) {
        return value(part) << (8 * offset(part));
    }

    /** The same part of a word that holds {@code contents}. */
    static int read(int part, int contents) {
        return (part & ~bits(bytes(part))) | ((contents >>> (8 * offset(part))) & bits(bytes(part)));
    }
}
