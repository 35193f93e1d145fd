package dev.preemptcheck.properties;

import dev.preemptcheck.hardware.MemoryModel;
import java.util.ArrayList;
import java.util.List;

/** The stores of a {@link BruteForce} state that have not reached memory: a buffer for each processor, oldest first. */
final class WaitingStores {
    private static final byte BAR = Byte.MAX_VALUE;

    private final MemoryModel model;
    private final Layout layout;
    private final int cpus;

    WaitingStores(MemoryModel model, Layout layout, int cpus) {
        this.model = model;
        this.layout = layout;
        this.cpus = cpus;
    }

    int waiting(byte[] s, int cpu) {
        return model == MemoryModel.SC ? 0 : s[layout.buffer(cpu)];
    }

    /** What {@code cpu} itself reads in the word. */
    byte view(byte[] s, int cpu, int word) {
        int at = layout.buffer(cpu);
        for (int i = waiting(s, cpu) - 1; i >= 0; i--) {
            if (s[at + 1 + 2 * i] == word) {
                return s[at + 2 + 2 * i];
            }
        }
        return s[word];
    }

    void store(byte[] s, int cpu, int word, int value) {
        if (model == MemoryModel.SC) {
            s[word] = (byte) value;
            return;
        }
        int at = layout.buffer(cpu);
        s[at + 1 + 2 * s[at]] = (byte) word;
        s[at + 2 + 2 * s[at]] = (byte) value;
        s[at]++;
    }

    /** A store of 0 behind all that wait. */
    void release(byte[] s, int cpu, int word) {
        if (model == MemoryModel.PSO && waiting(s, cpu) > 0) {
            store(s, cpu, BAR, 0);
        }
        store(s, cpu, word, 0);
    }

    /** The states in which one store that may reach memory has done so. */
    List<byte[]> drained(byte[] s) {
        List<byte[]> all = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            for (int i = 0; i < waiting(s, cpu); i++) {
                if (mayDrain(s, cpu, i)) {
                    all.add(drained(s, cpu, i));
                }
            }
        }
        return all;
    }

    /** Lets all stores of {@code cpu} reach memory, oldest first. */
    void drainAll(byte[] s, int cpu) {
        int at = layout.buffer(cpu);
        while (waiting(s, cpu) > 0) {
            if (s[at + 1] != BAR) {
                s[s[at + 1]] = s[at + 2];
            }
            remove(s, cpu, 0);
        }
    }

    private byte[] drained(byte[] s, int cpu, int index) {
        byte[] next = s.clone();
        int at = layout.buffer(cpu) + 1;
        next[s[at + 2 * index]] = s[at + 2 * index + 1];
        remove(next, cpu, index);
        if (waiting(next, cpu) > 0 && next[at] == BAR) {
            remove(next, cpu, 0);
        }
        return next;
    }

    private boolean mayDrain(byte[] s, int cpu, int index) {
        int at = layout.buffer(cpu) + 1;
        boolean may = s[at + 2 * index] != BAR && (index == 0 || model == MemoryModel.PSO);
        for (int i = 0; i < index; i++) {
            may &= s[at + 2 * i] != BAR && s[at + 2 * i] != s[at + 2 * index];
        }
        return may;
    }

    private void remove(byte[] s, int cpu, int index) {
        int at = layout.buffer(cpu);
        for (int i = index; i < s[at]; i++) {
            boolean last = i == s[at] - 1;
            s[at + 1 + 2 * i] = last ? 0 : s[at + 3 + 2 * i];
            s[at + 2 + 2 * i] = last ? 0 : s[at + 4 + 2 * i];
        }
        s[at]--;
    }
}
