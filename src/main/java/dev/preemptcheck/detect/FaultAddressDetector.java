package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * D22: CR2 is read before another page fault could have come on the processor (fact S3, PC-cr2).
 *
 * <p>One could as soon as the faulting task could be preempted, for the next may fault as well; and one does if a handler on
 * top of it faults. A read after that is a hazard ({@code window}); it is a failure if what it gives is another's address
 * ({@code wrong-address}). A fault on top of another is held to its own address.
 */
public final class FaultAddressDetector implements Detector {
    private static final int TASKS_MAX = 16;
    /** Faults on one kernel stack, at most. */
    private static final int LEVELS_MAX = 8;

    private static final int PLACE = DigestPlace.FAULT_ADDRESS.first();

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    private final int[][] addresses = new int[TASKS_MAX][LEVELS_MAX];
    /** Faults of the task whose register may hold another's address by now, a bit for each level. */
    private final int[] exposed = new int[TASKS_MAX];

    private final int[] levels = new int[TASKS_MAX];
    private int faults;
    private long remembered;

    public FaultAddressDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched, for "can a preemption happen here?". */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "D22";
    }

    @Override
    public void reset() {
        Arrays.fill(levels, 0);
        Arrays.fill(exposed, 0);
        faults = 0;
        remembered = 0;
    }

    @Override
    public void faulted(int cpu, int task, int address) {
        if (levels[task] == LEVELS_MAX) {
            throw new IllegalStateException("page faults nest more than " + LEVELS_MAX + " deep");
        }
        expose(task, (1 << levels[task]) - 1);
        int level = levels[task]++;
        addresses[task][level] = address;
        remembered += Hash.at(PLACE + task * LEVELS_MAX + level, address);
        faults++;
        lookForWindow(task);
    }

    @Override
    public void faultLeft(int cpu, int task) {
        int level = --levels[task];
        remembered -= Hash.at(PLACE + task * LEVELS_MAX + level, addresses[task][level]);
        remembered -= exposure(task);
        exposed[task] &= (1 << level) - 1;
        remembered += exposure(task);
        faults--;
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        if (faults != 0 && after == 0) {
            lookForWindow(task);
        }
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        if (faults != 0 && enabled) {
            lookForWindow(task);
        }
    }

    private void lookForWindow(int task) {
        Whereabouts m = machine;
        if (m != null && m.preemptibleHere()) {
            expose(task, (1 << levels[task]) - 1);
        }
    }

    private void expose(int task, int mask) {
        remembered -= exposure(task);
        exposed[task] |= mask;
        remembered += exposure(task);
    }

    private long exposure(int task) {
        return exposed[task] == 0 ? 0 : Hash.at(PLACE - 1 - task, exposed[task]);
    }

    @Override
    public void cr2Read(int cpu, int task, int value) {
        int level = levels[task] - 1;
        if (level < 0) {
            return;
        }
        if (addresses[task][level] != value) {
            reporter.failure(rule(), "wrong-address", "", task);
        } else if ((exposed[task] & 1 << level) != 0) {
            reporter.hazard(rule(), "window", task);
        }
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
