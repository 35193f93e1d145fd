package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Memory;

/**
 * Either processor of a litmus test, made of the host's, with a few words of their own for memory. Words 0 and 1 are the
 * halves of an aligned pair, as are words 2 and 3; each pair has a cache line to itself.
 */
final class LitmusCpu extends HostMemory {
    private static final int PAIRS = 2;
    private static final int PAIR_SHIFT = 3;

    private final int base;

    /** With {@code first} in words 0 and 1, and 0 in the others. */
    LitmusCpu(long first) {
        int[] words = new int[PAIRS * LINE / Integer.BYTES];
        words[0] = (int) first;
        words[1] = (int) (first >>> Integer.SIZE);
        base = piece(words);
    }

    @Override
    int at(int address) {
        int offset = address - Memory.KERNEL_DATA;
        return base + (offset >>> PAIR_SHIFT) * LINE + (offset & ((1 << PAIR_SHIFT) - 1));
    }
}
