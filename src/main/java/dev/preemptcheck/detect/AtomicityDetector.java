package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.ScheduleCall;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import org.jspecify.annotations.Nullable;

/**
 * D9 and D10: who is atomic neither schedules nor calls what may sleep. Atomic is a handler, whoever has interrupts off or a
 * preempt count (PREEMPT_ACTIVE does not count), and where the count has no fields, a softirq and who keeps softirqs off
 * (facts 3.1, 3.2 and 5).
 *
 * <p>The big kernel lock, which {@code schedule()} gives back, counts as one more where it is held and the kernel preemptible.
 * D9 is a failure: the switch happens. D10 is a hazard: whether the call does sleep is for another schedule to say.
 */
public final class AtomicityDetector implements Detector {
    private static final int PLACE = DigestPlace.ATOMICITY.first();
    private static final int NONE = -1;

    private final Reporter reporter;
    private final ContextDepth contexts;
    private CountLayout layout = CountLayout.PLAIN;
    private @Nullable Whereabouts machine;
    /** The lock that schedule() gives back, and the tasks that hold it, a bit each. */
    private int droppable = NONE;

    private int holders;

    AtomicityDetector(Reporter reporter, ContextDepth contexts) {
        this.reporter = reporter;
        this.contexts = contexts;
    }

    /** The machine that is watched. */
    public void watch(Whereabouts watched) {
        machine = watched;
        layout = watched.countLayout();
    }

    /** Of the two rules, the one whose breach is a failure. */
    @Override
    public String rule() {
        return "D9";
    }

    @Override
    public void reset() {
        droppable = NONE;
        holders = 0;
    }

    @Override
    public void locked(int cpu, int task, int lock, LockUse how) {
        if (how == LockUse.DROPPED) {
            droppable = lock;
            holders |= 1 << task;
        }
    }

    @Override
    public void unlocked(int cpu, int task, int lock) {
        if (lock == droppable) {
            holders &= ~(1 << task);
        }
    }

    @Override
    public void scheduling(int cpu, int task, int count, boolean enabled, ScheduleCall why) {
        if (why == ScheduleCall.EXIT) {
            return; // who is killed by an oops leaves whatever it held
        }
        if (contexts.inHandler(task)) {
            reporter.failure(rule(), "scheduling-in-interrupt" + printed(count), "", task);
        } else if (layout.nesting(count) != ownShare(why, count) + droppedShare(task) || softirqs(task)) {
            reporter.failure(rule(), "scheduling-while-atomic" + printed(count), "", task);
        } else if (!enabled && (why == ScheduleCall.VOLUNTARY || why == ScheduleCall.PREEMPTION)) {
            reporter.failure(rule(), "scheduling-with-irqs-off" + printed(count), "", task);
        }
    }

    /** What {@code preempt_schedule()} has added itself: one, unless it has set the bit of the count that says so. */
    private int ownShare(ScheduleCall why, int count) {
        boolean marked = layout == CountLayout.FIELDS || (count & CountLayout.ACTIVE) != 0;
        return why == ScheduleCall.PREEMPTION && !marked ? 1 : 0;
    }

    /** What the lock that schedule() gives back adds to the count of who holds it. */
    private int droppedShare(int task) {
        Whereabouts m = machine;
        return (holders & 1 << task) != 0 && m != null && m.kernelPreemptible() ? 1 : 0;
    }

    @Override
    public void maySleep(int cpu, int task, int count) {
        Whereabouts m = machine;
        boolean interruptsOff = m != null && !m.interruptFlag(cpu);
        if (layout.nesting(count) != droppedShare(task)
                || interruptsOff
                || contexts.inHandler(task)
                || softirqs(task)) {
            reporter.hazard("D10", "sleep-in-atomic" + printed(count), task);
        }
    }

    /** With fields, the count says so; a softirq of 2.6 that runs in a task of its own may even sleep. */
    private boolean softirqs(int task) {
        return layout == CountLayout.PLAIN && (contexts.inSoftirq(task) || contexts.softirqsOff(task));
    }

    @Override
    public long fingerprint() {
        return holders == 0 ? 0 : Hash.at(PLACE, holders);
    }

    private String printed(int count) {
        return "(" + layout.print(count) + ")";
    }
}
