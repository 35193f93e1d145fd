package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * The stores of one processor that have not reached memory yet, oldest first.
 *
 * <p>A store is known by the step at which it was issued. Its own processor reads it from here; the others see it once
 * it has been drained. Under {@link MemoryModel#TSO} only the oldest may go; under {@link MemoryModel#PSO} the oldest for
 * its word, but none past a {@link #bar()}.
 *
 * <p>A store that finds the buffer full makes room by itself: its oldest goes to memory.
 */
final class StoreBuffer {
    /** About as many as real ones hold (42 on Sandy Bridge, 56 on Skylake), so that they end by themselves. */
    static final int STORES_MAX = 64;

    private static final int BAR = -1;
    /** A bar and the store that it was made for still fit a buffer that has just become full. */
    private static final int ROOM = STORES_MAX + 2;

    private final boolean inOrder;
    private final int[] words = new int[ROOM];
    /** Bits to be stored, in their place in the word. */
    private final int[] bits = new int[ROOM];

    private final int[] masks = new int[ROOM];
    /** What goes to the next word, for a pair. */
    private final int[] highs = new int[ROOM];

    private final boolean[] pairs = new boolean[ROOM];
    private final int[] steps = new int[ROOM];
    private int size;

    StoreBuffer(MemoryModel model) {
        inOrder = model != MemoryModel.PSO;
    }

    void reset() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size >= STORES_MAX;
    }

    int size() {
        return size;
    }

    /** A store of the bits in {@code mask}. */
    void add(int word, int newBits, int mask, int step) {
        words[size] = word;
        bits[size] = newBits;
        masks[size] = mask;
        pairs[size] = false;
        steps[size] = step;
        size++;
    }

    /** A store to a word and the next, which reach memory together. */
    void addPair(int word, long value, int step) {
        add(word, (int) value, -1, step);
        highs[size - 1] = (int) (value >>> 32);
        pairs[size - 1] = true;
    }

    /** Later stores stay behind those that are here now. */
    void bar() {
        if (!inOrder && size > 0 && words[size - 1] != BAR) {
            add(BAR, 0, 0, 0);
        }
    }

    /** What the processor itself reads in {@code word}: its own latest stores over what {@code memory} holds. */
    int view(int word, Memory memory) {
        int value = memory.words[word];
        for (int i = 0; i < size; i++) {
            if (words[i] == word) {
                value = (value & ~masks[i]) | bits[i];
            } else if (pairs[i] && words[i] + 1 == word) {
                value = highs[i];
            }
        }
        return value;
    }

    /** True if a store to {@code word} waits here. */
    boolean holds(int word) {
        boolean held = false;
        for (int i = 0; i < size; i++) {
            held |= words[i] == word || (pairs[i] && words[i] + 1 == word);
        }
        return held;
    }

    /** Index of the store that must reach memory before the one at {@code index}, or that index itself if it may go now. */
    int before(int index) {
        if (inOrder) {
            return 0;
        }
        for (int i = 0; i < index; i++) {
            if (words[i] == BAR) {
                return 0;
            }
            if (overlap(i, index)) {
                return i;
            }
        }
        return index;
    }

    private boolean overlap(int i, int j) {
        int apart = words[j] - words[i];
        return apart == 0 || (apart == 1 && pairs[i]) || (apart == -1 && pairs[j]);
    }

    int word(int index) {
        return words[index];
    }

    /** The step at which the store was issued. */
    int step(int index) {
        return steps[index];
    }

    /** Index of the store that was issued at that step, or -1 if it has reached memory. */
    int indexOf(int step) {
        for (int i = 0; i < size; i++) {
            if (steps[i] == step && words[i] != BAR) {
                return i;
            }
        }
        return -1;
    }

    /** Lets a store reach memory; a bar that comes to stand first has nothing to keep back any more. */
    void drain(int index, Memory memory) {
        int word = words[index];
        memory.set(word, (memory.words[word] & ~masks[index]) | bits[index]);
        if (pairs[index]) {
            memory.set(word + 1, highs[index]);
        }
        cut(index);
        if (size > 0 && words[0] == BAR) {
            cut(0);
        }
    }

    private void cut(int index) {
        size--;
        close(words, index);
        close(bits, index);
        close(masks, index);
        close(highs, index);
        System.arraycopy(pairs, index + 1, pairs, index, size - index);
        close(steps, index);
    }

    private void close(int[] column, int gap) {
        System.arraycopy(column, gap + 1, column, gap, size - gap);
    }

    long digest() {
        long digest = 0;
        for (int i = 0; i < size; i++) {
            digest = Hash.mix(digest + Hash.at(words[i], bits[i]) + (pairs[i] ? Hash.at(-2, highs[i]) : masks[i]));
        }
        return digest;
    }
}
