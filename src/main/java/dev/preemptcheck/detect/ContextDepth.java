package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * What runs on top of each task: handlers and softirqs, in the order in which they came, and whether softirqs are off below
 * them by the kernel's own word. For detectors, which pass on what they hear.
 */
final class ContextDepth {
    private static final int TASKS_MAX = 16;
    private static final int PLACE = DigestPlace.CONTEXTS.first();
    /** Codes of levels, two bits each, the innermost lowest. */
    private static final int HANDLER = 1;

    private static final int SOFTIRQ = 2;

    private final int[] levels = new int[TASKS_MAX];
    private final int[] softirqsOff = new int[TASKS_MAX];
    private long remembered;

    void reset() {
        Arrays.fill(levels, 0);
        Arrays.fill(softirqsOff, 0);
        remembered = 0;
    }

    void enterHandler(int task) {
        change(task, levels[task] << 2 | HANDLER, softirqsOff[task]);
    }

    void enterSoftirq(int task) {
        change(task, levels[task] << 2 | SOFTIRQ, softirqsOff[task]);
    }

    void leave(int task) {
        change(task, levels[task] >>> 2, softirqsOff[task]);
    }

    void allowSoftirqs(int task, boolean allowed) {
        change(task, levels[task], softirqsOff[task] + (allowed ? -1 : 1));
    }

    private void change(int task, int newLevels, int newOff) {
        remembered -= contribution(task);
        levels[task] = newLevels;
        softirqsOff[task] = newOff;
        remembered += contribution(task);
    }

    private long contribution(int task) {
        int state = levels[task] ^ softirqsOff[task] << 26;
        return state == 0 ? 0 : Hash.at(PLACE + task, state);
    }

    /** True if a handler proper is the innermost. */
    boolean inHandler(int task) {
        return (levels[task] & 3) == HANDLER;
    }

    /** True if a softirq is the innermost. */
    boolean inSoftirq(int task) {
        return (levels[task] & 3) == SOFTIRQ;
    }

    /** True if the kernel said that softirqs can't run on top of the task. */
    boolean softirqsOff(int task) {
        return softirqsOff[task] > 0;
    }

    /** Equal for what runs at the same depth on a task: 0 for the task itself. */
    int depth(int task) {
        return levels[task];
    }

    long fingerprint() {
        return remembered;
    }
}
