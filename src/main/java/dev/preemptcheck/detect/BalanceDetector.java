package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * D1: {@code preempt_count} never drops below zero, is zero at return to user mode, and is after a handler or a softirq what
 * it was before, however deep they nest.
 *
 * <p>Where the count has fields (fact 3.2) nobody subtracts more than there is, no field borrows from its neighbour, nothing
 * that is added to leaves it negative, and PREEMPT_ACTIVE comes and goes alone. There a count that is wrong is a hazard,
 * reported once for a task with the count itself: such a kernel goes on, and what comes of it is for other rules to say.
 * A count of one number has no such bits to confuse others with, and an underflow is a failure.
 */
public final class BalanceDetector implements Detector {
    private static final int TASKS_MAX = 16;
    /** Handlers and softirqs on one kernel stack, at most. */
    private static final int LEVELS_MAX = 16;
    /** Where its memory lies in digests: below the words of the machine. */
    private static final int FIRST_PLACE = DigestPlace.BALANCE.first();

    private final Reporter reporter;
    /** Counts at the entry of what runs on top of a task, outermost first. */
    private final int[][] atEntry = new int[TASKS_MAX][LEVELS_MAX];

    private final int[] levels = new int[TASKS_MAX];
    /** Tasks whose count has been wrong, a bit each. */
    private int wrong;

    private long remembered;
    private CountLayout layout = CountLayout.PLAIN;

    public BalanceDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched, for what its counts are made of. */
    public void watch(Whereabouts watched) {
        layout = watched.countLayout();
    }

    @Override
    public String rule() {
        return "D1";
    }

    @Override
    public void reset() {
        Arrays.fill(levels, 0);
        wrong = 0;
        remembered = 0;
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        if (layout == CountLayout.PLAIN) {
            if (after < 0 && after < before) {
                reporter.failure(rule(), "underflow", "", task);
            }
            return;
        }
        String fault = fault(before, after);
        if (!fault.isEmpty() && (wrong & 1 << task) == 0) {
            wrong |= 1 << task;
            reporter.hazard(rule(), fault + "(" + layout.print(after) + ")", task);
        }
    }

    private String fault(int before, int after) {
        int subtracted = before - after;
        if (subtracted > 0 && subtracted > before) {
            return "underflow";
        }
        if (layout.borrows(before, after)) {
            return "borrow";
        }
        if (after < 0 && subtracted < 0) {
            return "negative";
        }
        boolean marked = ((before ^ after) & CountLayout.ACTIVE) != 0;
        return marked && layout.nesting(before) != layout.nesting(after) ? "overwritten" : "";
    }

    @Override
    public void returnedToUser(int cpu, int task, int count) {
        if (count > 0) {
            reporter.failure(rule(), "leak", "", task);
        }
    }

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        enter(task, count);
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        leave(task, count, "handler-imbalance");
    }

    @Override
    public void softirqEntered(int cpu, int task, int count) {
        enter(task, count);
    }

    @Override
    public void softirqLeft(int cpu, int task, int count) {
        leave(task, count, "softirq-imbalance");
    }

    private void enter(int task, int count) {
        int level = levels[task]++;
        atEntry[task][level] = count;
        remembered += contribution(task, level);
    }

    private void leave(int task, int count, String outcome) {
        int level = --levels[task];
        int before = atEntry[task][level];
        remembered -= contribution(task, level);
        if (count != before) {
            reporter.failure(rule(), outcome, "", task);
        }
    }

    private long contribution(int task, int level) {
        int count = atEntry[task][level];
        return count == 0 ? 0 : Hash.at(FIRST_PLACE + task * LEVELS_MAX + level, count);
    }

    @Override
    public long fingerprint() {
        return wrong == 0 ? remembered : remembered + Hash.at(FIRST_PLACE - 1, wrong);
    }
}
