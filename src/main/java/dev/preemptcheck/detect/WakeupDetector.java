package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.PendingWork;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * D8 and D13: when nobody can move any more, nobody waits for what has come, or can't come.
 *
 * <ul>
 *   <li>D8 {@code pending-work}: there is work, and who does it sleeps though its processor has nothing else to do. That the
 *       next tick would help is no excuse (fact S6).
 *   <li>D8 {@code lost-wakeup}: a task sleeps that has been woken since it last said that it would, or for a lock that nobody
 *       holds, or that no one is left to wake.
 *   <li>D13 {@code deadlock}: who stands on a processor waits for a lock, a word or an answer, or all who sleep wait for locks.
 *       Words that processors wait for are named, the answers to an interrupt among them.
 * </ul>
 *
 * <p>A processor that idles would run whoever could run; so, of those who are on no processor, all sleep if one idles. Where
 * it is not known what a task sleeps for and an interrupt could still come, the run is inconclusive; not so where tasks wait for
 * each other in a circle, or for a lock of one who has ended.
 */
public final class WakeupDetector implements Detector {
    private static final int TASKS_MAX = 16;
    private static final int NONE = -1;
    private static final int PLACE = DigestPlace.WAKEUP.first();

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    /** Tasks that have said that they are asleep, and those of them that were woken since. */
    private int sleepy;

    private int woken;
    /** The lock that each task sleeps for. */
    private final int[] wanted = new int[TASKS_MAX];

    private long wantedDigest;

    private final WaitGraph waits;

    public WakeupDetector(Reporter reporter) {
        this(reporter, (task, lock) -> false);
    }

    /** @param holders who holds which lock, so that circles of waits are seen */
    WakeupDetector(Reporter reporter, WaitGraph.Holders holders) {
        this.reporter = reporter;
        this.waits = new WaitGraph(holders);
        Arrays.fill(wanted, NONE);
    }

    /** The machine that is watched, for who runs where and what work there is. */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "D8";
    }

    @Override
    public void reset() {
        sleepy = 0;
        woken = 0;
        Arrays.fill(wanted, NONE);
        wantedDigest = 0;
        waits.reset();
    }

    @Override
    public void awaitsAnswers(int cpu, int task, int word) {
        waits.awaitsAnswers(task, word);
    }

    @Override
    public void sleepState(int cpu, int task, boolean asleep) {
        woken &= ~(1 << task);
        sleepy = asleep ? sleepy | 1 << task : sleepy & ~(1 << task);
    }

    @Override
    public void wokeUp(int cpu, int task, int other) {
        woken |= sleepy & 1 << other;
    }

    @Override
    public void contended(int cpu, int task, int lock) {
        want(task, lock);
    }

    @Override
    public void locked(int cpu, int task, int lock, LockUse how) {
        if (wanted[task] == lock) {
            want(task, NONE);
        }
    }

    private void want(int task, int lock) {
        wantedDigest -= wants(task);
        wanted[task] = lock;
        wantedDigest += wants(task);
    }

    private long wants(int task) {
        return wanted[task] == NONE ? 0 : Hash.at(PLACE + 1 + task, wanted[task]);
    }

    @Override
    public void quiescent(int unfinished, int parked, int spinning, boolean interruptible) {
        int undone = undone(parked, spinning);
        int lost = idles(NONE, spinning) ? parked & (woken | waits.forgotten(wanted)) : 0;
        if (undone != NONE) {
            reporter.failure(rule(), "pending-work", "", undone);
        } else if (lost != 0) {
            reporter.failure(rule(), "lost-wakeup", "", lowest(lost));
        } else if (((unfinished & parked) | spinning) != 0) {
            waitForEver(unfinished & parked, parked, spinning, interruptible);
        }
    }

    private void waitForEver(int asleep, int parked, int spinning, boolean interruptible) {
        Whereabouts m = machine;
        int circle = m == null ? 0 : waits.circle(m, spinning, parked, wanted);
        if (interruptible && circle == 0) {
            reporter.inconclusive();
        } else if (spinning != 0) {
            reporter.failure("D13", "deadlock" + awaited(spinning), "", lowest(spinning));
        } else if (circle != 0) {
            reporter.failure("D13", "deadlock", "", lowest(circle));
        } else if (wantLocks(asleep)) {
            reporter.failure("D13", "deadlock", "", lowest(asleep));
        } else {
            reporter.failure(rule(), "lost-wakeup", "", lowest(asleep));
        }
    }

    /** The words that spinning tasks wait for, in brackets; in the order of their names, whoever waits for which. */
    private String awaited(int spinning) {
        Whereabouts m = machine;
        SortedSet<String> words = new TreeSet<>();
        for (int cpu = 0; m != null && cpu < m.cpus(); cpu++) {
            if ((spinning & 1 << m.taskOn(cpu)) != 0 && !m.waitsFor(cpu).isEmpty()) {
                words.add(m.waitsFor(cpu));
            }
        }
        return words.isEmpty() ? "" : "(" + String.join(",", words) + ")";
    }

    /** Who has work and sleeps, or -1. */
    private int undone(int parked, int spinning) {
        Whereabouts m = machine;
        if (m != null) {
            for (PendingWork w : m.work()) {
                if ((parked & 1 << w.task()) != 0 && m.peek(w.word()) != 0 && idles(w.cpu(), spinning)) {
                    return w.task();
                }
            }
        }
        return NONE;
    }

    /** True if the processor idles, or any does if {@code cpu} is negative. */
    private boolean idles(int cpu, int spinning) {
        Whereabouts m = machine;
        if (m == null) {
            return false;
        }
        int first = Math.max(cpu, 0);
        int behind = cpu < 0 ? m.cpus() : cpu + 1;
        for (int i = first; i < behind; i++) {
            if ((spinning & 1 << m.taskOn(i)) == 0) {
                return true;
            }
        }
        return false;
    }

    /** One who sleeps for something else might free the locks if only he were woken. */
    private boolean wantLocks(int tasks) {
        for (int rest = tasks; rest != 0; rest &= rest - 1) {
            if (wanted[lowest(rest)] == NONE) {
                return false;
            }
        }
        return true;
    }

    private static int lowest(int tasks) {
        return Integer.numberOfTrailingZeros(tasks);
    }

    @Override
    public long fingerprint() {
        long remembered = wantedDigest + waits.fingerprint();
        return sleepy == 0 ? remembered : remembered + Hash.at(PLACE, sleepy << 16 | woken);
    }
}
