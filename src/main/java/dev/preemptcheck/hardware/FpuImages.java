package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import dev.preemptcheck.hardware.fpu.FpuUnit;
import java.util.Arrays;

/**
 * Whose state the FPU images in memory hold, and which is each program's latest. Only detectors see it.
 *
 * <p>A state is named by a tag: a program's by its task and by how many instructions of the program have made it, kernel code's
 * by the task that ran it. The initial state, and what nobody relies on, is {@link FpuUnit#NOBODY}.
 */
final class FpuImages {
    private static final int KERNEL = 0x80;
    private static final int TASK = 0x7F;
    private static final int ONE_MORE = 0x100;
    /** Where latest states lie in digests, beyond the words of the machine. */
    private static final int PLACE = 1 << 30;

    private final int[] tags;
    private final int[] latest;
    private long digest;

    FpuImages(int words, int tasks) {
        tags = new int[words];
        latest = new int[tasks];
        reset();
    }

    void reset() {
        Arrays.fill(tags, FpuUnit.NOBODY);
        Arrays.fill(latest, FpuUnit.NOBODY);
        digest = 0;
    }

    /** The state of a program's registers after one more instruction that changed them. */
    int written(int task) {
        int before = latest[task];
        become(task, before == FpuUnit.NOBODY ? task : before + ONE_MORE);
        return latest[task];
    }

    /** What kernel code of that task puts into registers. */
    static int kernel(int task) {
        return task | KERNEL;
    }

    /** The task in a tag, or {@link FpuUnit#NOBODY}. */
    static int task(int tag) {
        return tag == FpuUnit.NOBODY ? FpuUnit.NOBODY : tag & TASK;
    }

    /** {@link FpuUse#KERNEL} and {@link FpuUse#ELSEWHERE} for registers with that tag that {@code task} comes to. */
    int found(int tag, int task) {
        int kernel = tag != FpuUnit.NOBODY && (tag & KERNEL) != 0 ? FpuUse.KERNEL : 0;
        return kernel | (tag == latest[task] ? 0 : FpuUse.ELSEWHERE);
    }

    int tag(int word) {
        return tags[word];
    }

    void store(int word, int tag) {
        digest += contribution(word, tag) - contribution(word, tags[word]);
        tags[word] = tag;
    }

    /** The program of {@code task} goes on with that state. */
    void become(int task, int tag) {
        digest += contribution(PLACE + task, tag) - contribution(PLACE + task, latest[task]);
        latest[task] = tag;
    }

    private static long contribution(int place, int tag) {
        return tag == FpuUnit.NOBODY ? 0 : Hash.at(place, tag);
    }

    long digest() {
        return digest;
    }
}
