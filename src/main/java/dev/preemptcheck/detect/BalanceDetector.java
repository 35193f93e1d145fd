package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * D1: {@code preempt_count} never drops below zero, is zero at return to user mode, and is after a handler what it was
 * before, however deep handlers nest.
 */
public final class BalanceDetector implements Detector {
    private static final int TASKS_MAX = 16;
    /** Handlers on one kernel stack, at most. */
    private static final int LEVELS_MAX = 16;
    /** Where its memory lies in digests: below the words of the machine. */
    private static final int FIRST_PLACE = Integer.MIN_VALUE;

    private final Reporter reporter;
    /** Counts at the entry of the handlers on a task's stack, outermost first. */
    private final int[][] atEntry = new int[TASKS_MAX][LEVELS_MAX];

    private final int[] levels = new int[TASKS_MAX];
    private long remembered;

    public BalanceDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D1";
    }

    @Override
    public void reset() {
        Arrays.fill(levels, 0);
        remembered = 0;
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        if (after < 0 && after < before) {
            reporter.failure(rule(), "underflow", "", task);
        }
    }

    @Override
    public void returnedToUser(int cpu, int task, int count) {
        if (count > 0) {
            reporter.failure(rule(), "leak", "", task);
        }
    }

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        int level = levels[task]++;
        atEntry[task][level] = count;
        remembered += contribution(task, level);
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        int level = --levels[task];
        int before = atEntry[task][level];
        remembered -= contribution(task, level);
        if (count != before) {
            reporter.failure(rule(), "handler-imbalance", "", task);
        }
    }

    private long contribution(int task, int level) {
        int count = atEntry[task][level];
        return count == 0 ? 0 : Hash.at(FIRST_PLACE + task * LEVELS_MAX + level, count);
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
