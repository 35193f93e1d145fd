package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * D1: {@code preempt_count} never drops below zero, is zero at return to user mode, and is after a handler what it was
 * before.
 */
public final class BalanceDetector implements Detector {
    private static final int TASKS_MAX = 16;
    /** Handlers on top of each other. */
    private static final int NESTED_MAX = 16;

    private final Reporter reporter;
    private final int[][] atEntry = new int[TASKS_MAX][NESTED_MAX];
    private final int[] nested = new int[TASKS_MAX];
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
        Arrays.fill(nested, 0);
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
        int level = nested[task]++;
        atEntry[task][level] = count;
        remembered += digest(task, level);
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        int level = --nested[task];
        remembered -= digest(task, level);
        if (count != atEntry[task][level]) {
            reporter.failure(rule(), "handler-imbalance", "", task);
        }
    }

    private long digest(int task, int level) {
        return Hash.at(task * NESTED_MAX + level, atEntry[task][level]);
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
