package dev.preemptcheck.hardware.digest;

/** The mixing behind fingerprints: not cryptographic, but every bit of the input reaches every bit of the output. */
public final class Hash {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Hash() {}

    /** Finaliser of the 64-bit mixing generator (Steele, Lea, Flood, OOPSLA 2014). */
    public static long mix(long value) {
        long z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Digest of a number at a place; sums of these make sets. */
    public static long at(int place, int value) {
        return mix(((long) place << 32) ^ (value & 0xFFFFFFFFL));
    }

    /** Digest of a sequence, one element longer. */
    public static long append(long sequence, long element) {
        long z = (sequence ^ element) * 0xD6E8FEB86659FD93L;
        return z ^ (z >>> 32);
    }
}
