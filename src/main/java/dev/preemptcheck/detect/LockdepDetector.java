package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lock validator: hazards of locks that have not met yet, from the order in which they are taken.
 *
 * <ul>
 *   <li>{@code lock-order}: what is held has been waited for by one who held what is taken now, over any number of locks.
 *   <li>{@code irq-unsafe-lock}: a handler waits for a lock that was held where the handler could have come.
 *   <li>{@code softirq-unsafe-lock}: the same for a softirq, which can't come where interrupts or softirqs are off.
 *   <li>{@code recursive-lock}: a context waits for what it holds itself, or what it is on top of does.
 * </ul>
 *
 * <p>Works from the single execution: what it knows begins with the run and is in the fingerprint, so a finding shows again
 * when its schedule is run again, in whatever search. To keep states few it remembers no more than one side of each conflict:
 * locks held unsafely, not those that handlers take; and orders within one context, not those across. The other side reports
 * when it comes, and the search lets it come later. Who takes a lock without waiting closes no circle; nor does the big kernel
 * lock where its holder sleeps for another, since it is given back meanwhile. A lock may be given back by another task than took
 * it.
 */
public final class LockdepDetector implements Detector {
    private static final int HELD_MAX = 32;
    private static final int PLACE = DigestPlace.LOCKDEP.first();

    private final Reporter reporter;
    private final ContextDepth contexts;
    private final LockGraph graph = new LockGraph();
    private @Nullable Whereabouts machine;
    private final int[] tasks = new int[HELD_MAX];
    private final int[] locks = new int[HELD_MAX];
    /** How deep in handlers and softirqs on top of the task. */
    private final int[] depths = new int[HELD_MAX];

    private final LockUse[] uses = new LockUse[HELD_MAX];
    private int held;
    private long heldDigest;
    /** Locks held where a handler could come, a bit each: by anybody, and other than by readers whom writers don't stop. */
    private long irqUnsafe;

    private long irqUnsafeAlone;
    /** The same where a softirq could. */
    private long softirqUnsafe;

    private long softirqUnsafeAlone;

    LockdepDetector(Reporter reporter, ContextDepth contexts) {
        this.reporter = reporter;
        this.contexts = contexts;
        Arrays.fill(uses, LockUse.EXCLUSIVE);
    }

    /** The machine that is watched, for its interrupt flags. */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "lockdep";
    }

    @Override
    public void reset() {
        graph.reset();
        held = 0;
        heldDigest = 0;
        irqUnsafe = 0;
        irqUnsafeAlone = 0;
        softirqUnsafe = 0;
        softirqUnsafeAlone = 0;
    }

    /** True if the task, or a handler on top of it, holds the lock. */
    boolean holds(int task, int lock) {
        for (int i = 0; i < held; i++) {
            if (tasks[i] == task && locks[i] == lock) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void locked(int cpu, int task, int lock, LockUse how) {
        if (lock >= LockGraph.LOCKS_MAX || held == HELD_MAX) {
            throw new IllegalStateException("the lock validator knows " + LockGraph.LOCKS_MAX + " locks, of which "
                    + HELD_MAX + " are held at once; this is lock " + lock + " beside " + held + " others");
        }
        if (how != LockUse.TRIED) {
            checkOrder(task, lock, how);
            checkContext(cpu, task, lock, how);
        }
        tasks[held] = task;
        locks[held] = lock;
        depths[held] = contexts.depth(task);
        uses[held] = how;
        heldDigest += digest(held);
        held++;
        noteUnsafe(cpu, task);
    }

    private void checkOrder(int task, int lock, LockUse how) {
        boolean reader = how == LockUse.SHARED_RECURSIVE;
        boolean sleeps = how == LockUse.SLEEPING || how == LockUse.SLEEPING_SHARED;
        for (int i = 0; i < held; i++) {
            if (tasks[i] != task || (sleeps && uses[i] == LockUse.DROPPED)) {
                continue;
            }
            boolean shared = isShared(uses[i]);
            if (locks[i] == lock) {
                if (!(reader && shared)) {
                    reporter.hazard(rule(), "recursive-lock", task);
                }
            } else {
                if (graph.closes(locks[i], shared, lock, reader)) {
                    reporter.hazard(rule(), "lock-order", task);
                }
                if (depths[i] == contexts.depth(task)) {
                    graph.add(locks[i], shared, lock, reader);
                }
            }
        }
    }

    private void checkContext(int cpu, int task, int lock, LockUse how) {
        boolean reader = how == LockUse.SHARED_RECURSIVE;
        long bit = 1L << lock;
        if (contexts.inHandler(task) && ((reader ? irqUnsafeAlone : irqUnsafe) & bit) != 0) {
            reporter.hazard(rule(), "irq-unsafe-lock", task);
        }
        if (onTopAsSoftirq(cpu, task) && ((reader ? softirqUnsafeAlone : softirqUnsafe) & bit) != 0) {
            reporter.hazard(rule(), "softirq-unsafe-lock", task);
        }
    }

    /** A softirq in its daemon comes on top of nobody: where the count has a field for softirqs, that is 0 there. */
    private boolean onTopAsSoftirq(int cpu, int task) {
        Whereabouts m = machine;
        boolean daemon = m != null && m.countLayout() == CountLayout.FIELDS && !countSaysOff(m, cpu);
        return contexts.inSoftirq(task) && !daemon;
    }

    private static boolean countSaysOff(Whereabouts m, int cpu) {
        return m.countLayout().softirqsOff(m.countOn(cpu));
    }

    /** A handler or softirq can come on top of who holds a lock, from now on or once more. */
    private void noteUnsafe(int cpu, int task) {
        Whereabouts m = machine;
        if (m == null || !m.interruptFlag(cpu)) {
            return;
        }
        boolean softirqsCome = !contexts.inHandler(task)
                && !contexts.inSoftirq(task)
                && !contexts.softirqsOff(task)
                && !countSaysOff(m, cpu);
        for (int i = 0; i < held; i++) {
            if (tasks[i] == task) {
                long bit = 1L << locks[i];
                long alone = uses[i] == LockUse.SHARED_RECURSIVE ? 0 : bit;
                irqUnsafe |= bit;
                irqUnsafeAlone |= alone;
                softirqUnsafe |= softirqsCome ? bit : 0;
                softirqUnsafeAlone |= softirqsCome ? alone : 0;
            }
        }
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        if (enabled && held != 0) {
            noteUnsafe(cpu, task);
        }
    }

    /** Softirqs may have come on. */
    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        if (held != 0 && after < before) {
            noteUnsafe(cpu, task);
        }
    }

    @Override
    public void softirqsAllowed(int cpu, int task, boolean allowed) {
        if (allowed && held != 0) {
            noteUnsafe(cpu, task);
        }
    }

    /** The last that this task took, else whoever else took it. */
    @Override
    public void unlocked(int cpu, int task, int lock) {
        int found = -1;
        for (int i = 0; i < held; i++) {
            if (locks[i] == lock && (found < 0 || tasks[i] == task)) {
                found = i;
            }
        }
        if (found >= 0) {
            forget(found);
        }
    }

    private void forget(int index) {
        heldDigest -= digest(index);
        held--;
        for (int i = index; i < held; i++) {
            tasks[i] = tasks[i + 1];
            locks[i] = locks[i + 1];
            depths[i] = depths[i + 1];
            uses[i] = uses[i + 1];
        }
    }

    private long digest(int i) {
        return Hash.mix(Hash.at(PLACE + tasks[i], locks[i]) + 31L * depths[i] + kind(uses[i]));
    }

    /** All that is asked of how a held lock was taken. */
    private static int kind(LockUse how) {
        return (isShared(how) ? 1 : 0) + (how == LockUse.SHARED_RECURSIVE ? 2 : 0) + (how == LockUse.DROPPED ? 4 : 0);
    }

    private static boolean isShared(LockUse how) {
        return how == LockUse.SHARED || how == LockUse.SHARED_RECURSIVE || how == LockUse.SLEEPING_SHARED;
    }

    @Override
    public long fingerprint() {
        long unsafe = irqUnsafe == 0
                ? 0
                : Hash.mix(irqUnsafe
                        + 3 * Hash.mix(irqUnsafeAlone + 3 * Hash.mix(softirqUnsafe + 3 * softirqUnsafeAlone)));
        return graph.fingerprint() + heldDigest + unsafe;
    }
}
