package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * D12: no counter drops below zero unseen. What counts is the result of the operation, not what was read before it: of two that
 * take one from 1, each has read 1 (fact S10, AT-0 to AT-2).
 *
 * <ul>
 *   <li>{@code below-zero}: an operation that no check of the kernel's own looks at has taken a counter below zero.
 *   <li>{@code missed(n)}: a checked one has, from n, and the check stayed silent.
 *   <li>{@code false-alarm}: the check has reported one that did not.
 * </ul>
 *
 * <p>A drop that the kernel reports itself is no finding: that is what its check is there for. A handler or softirq in the
 * middle of a checked operation is not part of it.
 */
public final class CounterDetector implements Detector {
    /** How the report of the kernel's check begins (fact 7.5). */
    public static final String UNDERFLOW = "BUG: atomic counter underflow at:";

    private static final int TASKS_MAX = 16;
    private static final int LEVELS_MAX = 16;
    private static final int PLACE = DigestPlace.COUNTER.first();
    /** What a level is about: none is a handler's, in the middle of a checked operation. */
    private static final int CHECKED = 1;

    private static final int REPORTED = 2;
    private static final int FELL = 4;

    private final Reporter reporter;
    /** The checked operations, and handlers in them, that each task is in. */
    private final int[] depth = new int[TASKS_MAX];

    private final int[] levels = new int[TASKS_MAX * LEVELS_MAX];
    /** Where the counter was before it fell, for a level that says so. */
    private final int[] from = new int[TASKS_MAX * LEVELS_MAX];

    private long digest;

    public CounterDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D12";
    }

    @Override
    public void reset() {
        for (int task = 0; task < TASKS_MAX; task++) {
            while (depth[task] > 0) {
                pop(task);
            }
        }
    }

    @Override
    public void counterChanged(int cpu, int task, int before, int after) {
        if (after >= 0 || after >= before) {
            return;
        }
        if (depth[task] == 0 || (levels[top(task)] & CHECKED) == 0) {
            reporter.failure(rule(), "below-zero", "", task);
        } else {
            mark(task, FELL, before);
        }
    }

    @Override
    public void checkBegins(int cpu, int task) {
        push(task, CHECKED);
    }

    @Override
    public void said(int cpu, int task, String message) {
        if (depth[task] > 0 && message.startsWith(UNDERFLOW)) {
            mark(task, REPORTED, from[top(task)]);
        }
    }

    @Override
    public void checkEnds(int cpu, int task) {
        pop(task);
        int behind = top(task) + 1;
        int what = levels[behind];
        int before = from[behind];
        if ((what & (FELL | REPORTED)) == FELL) {
            reporter.failure(rule(), "missed(" + before + ")", "", task);
        } else if ((what & (FELL | REPORTED)) == REPORTED) {
            reporter.failure(rule(), "false-alarm", "", task);
        }
    }

    // ---- handlers in the middle of it

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        enter(task);
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        leave(task);
    }

    @Override
    public void softirqEntered(int cpu, int task, int count) {
        enter(task);
    }

    @Override
    public void softirqLeft(int cpu, int task, int count) {
        leave(task);
    }

    private void enter(int task) {
        if (depth[task] > 0) {
            push(task, 0);
        }
    }

    private void leave(int task) {
        if (depth[task] > 0) {
            pop(task);
        }
    }

    // ---- what is remembered

    private int top(int task) {
        return task * LEVELS_MAX + depth[task] - 1;
    }

    private void push(int task, int what) {
        if (depth[task] == LEVELS_MAX) {
            throw new IllegalStateException(
                    "task " + task + " is in " + LEVELS_MAX + " checked operations at once: one has not ended");
        }
        depth[task]++;
        levels[top(task)] = what;
        from[top(task)] = 0;
        digest += remembered(task);
    }

    private void pop(int task) {
        if (depth[task] == 0) {
            throw new IllegalStateException("task " + task + " ends a checked operation that it has not begun");
        }
        digest -= remembered(task);
        depth[task]--;
    }

    private void mark(int task, int what, int before) {
        digest -= remembered(task);
        levels[top(task)] |= what;
        from[top(task)] = before;
        digest += remembered(task);
    }

    private long remembered(int task) {
        return Hash.at(PLACE + top(task), 31 * from[top(task)] + levels[top(task)] + 1);
    }

    @Override
    public long fingerprint() {
        return digest;
    }
}
