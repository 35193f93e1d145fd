package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * D1: {@code preempt_count} never drops below zero, is zero at return to user mode, and is after a handler what it was
 * before.
 */
public final class BalanceDetector implements Detector {
    private static final int TASKS_MAX = 16;

    private final Reporter reporter;
    private final int[] atEntry = new int[TASKS_MAX];
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
        java.util.Arrays.fill(atEntry, 0);
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
        remember(task, count);
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        int before = atEntry[task];
        remember(task, 0);
        if (count != before) {
            reporter.failure(rule(), "handler-imbalance", "", task);
        }
    }

    private void remember(int task, int count) {
        remembered += Hash.at(task, count) - Hash.at(task, atEntry[task]);
        atEntry[task] = count;
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
