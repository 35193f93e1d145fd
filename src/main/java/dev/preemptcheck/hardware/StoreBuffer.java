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
    private final int[] values = new int[ROOM];
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

    void add(int word, int value, int step) {
        words[size] = word;
        values[size] = value;
        steps[size] = step;
        size++;
    }

    /** Later stores stay behind those that are here now. */
    void bar() {
        if (!inOrder && size > 0 && words[size - 1] != BAR) {
            add(BAR, 0, 0);
        }
    }

    /** What the processor itself reads in {@code word}: its latest store, or what {@code memory} holds. */
    int view(int word, Memory memory) {
        for (int i = size - 1; i >= 0; i--) {
            if (words[i] == word) {
                return values[i];
            }
        }
        return memory.words[word];
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
            if (words[i] == words[index]) {
                return i;
            }
        }
        return index;
    }

    int word(int index) {
        return words[index];
    }

    int value(int index) {
        return values[index];
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

    /** Takes a store out; a bar that comes to stand first has nothing to keep back any more. */
    void remove(int index) {
        cut(index);
        if (size > 0 && words[0] == BAR) {
            cut(0);
        }
    }

    private void cut(int index) {
        size--;
        System.arraycopy(words, index + 1, words, index, size - index);
        System.arraycopy(values, index + 1, values, index, size - index);
        System.arraycopy(steps, index + 1, steps, index, size - index);
    }

    long digest() {
        long digest = 0;
        for (int i = 0; i < size; i++) {
            digest = Hash.mix(digest + Hash.at(words[i], values[i]));
        }
        return digest;
    }
}
