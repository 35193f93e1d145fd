package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import org.jspecify.annotations.Nullable;

/**
 * D2: a resource of one processor, acquired by a task, stays that task's own until it is released, and the task stays
 * on that processor.
 *
 * <p>Broken as soon as the owner could be preempted, even if no second user shows up (a hazard, reported once for each
 * acquisition); once the owner has
 * been displaced, whatever goes wrong with the resource is its doing. An owner that reaches another page through its
 * mapping than the one it mapped has hit the {@code wrong-page}. Of an entry of two words it knows the lower one.
 */
public final class OwnershipDetector implements Detector {
    private static final int HELD_MAX = 16;
    private static final int NOBODY = -1;

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    private final int[] task = new int[HELD_MAX];
    private final int[] word = new int[HELD_MAX];
    private final int[] value = new int[HELD_MAX];
    private final int[] home = new int[HELD_MAX];
    private final boolean[] flagged = new boolean[HELD_MAX];
    private int held;
    private long remembered;

    public OwnershipDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched, for "can a preemption happen here?" and "who runs where?". */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "D2";
    }

    @Override
    public void reset() {
        held = 0;
        remembered = 0;
    }

    @Override
    public void acquired(int cpu, int by, int resource, int owner, int contents) {
        if (held == HELD_MAX) {
            throw new IllegalStateException("more than " + HELD_MAX + " per-processor resources are held at once");
        }
        task[held] = by;
        word[held] = resource;
        value[held] = contents;
        home[held] = owner;
        flagged[held] = false;
        remembered += digest(held);
        held++;
        checkWindow(by);
    }

    @Override
    public void released(int cpu, int by, int resource) {
        for (int i = held - 1; i >= 0; i--) {
            if (task[i] == by && word[i] == resource) {
                forget(i);
                return;
            }
        }
    }

    @Override
    public void countChanged(int cpu, int of, int before, int after) {
        if (after == 0) {
            checkWindow(of);
        }
    }

    @Override
    public void interruptFlag(int cpu, int of, boolean enabled) {
        if (enabled) {
            checkWindow(of);
        }
    }

    @Override
    public void translated(int cpu, int by, int pteWord, int owner, long cached, long inMemory, boolean write) {
        if (owner < 0) {
            return;
        }
        boolean owns = false;
        for (int i = 0; i < held; i++) {
            if (task[i] == by && word[i] == pteWord) {
                owns = true;
                if (PageTable.pfn(value[i]) != PageTable.pfn((int) cached)) {
                    int displaced = culprit();
                    reporter.failure(rule(), "wrong-page", "", displaced == NOBODY ? by : displaced);
                    return;
                }
            }
        }
        if (!owns) {
            reporter.failure(rule(), "use-after-unmap", "", by);
        }
    }

    private void checkWindow(int by) {
        Whereabouts m = machine;
        if (m == null || !m.preemptibleHere()) {
            return;
        }
        for (int i = 0; i < held; i++) {
            if (task[i] == by && !flagged[i]) {
                remembered -= digest(i);
                flagged[i] = true;
                remembered += digest(i);
                reporter.hazard(rule(), "window", by);
            }
        }
    }

    /** The first owner that does not run on the resource's processor now. */
    @Override
    public int culprit() {
        Whereabouts m = machine;
        for (int i = 0; m != null && i < held; i++) {
            if (m.taskOn(home[i]) != task[i]) {
                return task[i];
            }
        }
        return NOBODY;
    }

    private void forget(int i) {
        remembered -= digest(i);
        held--;
        for (int k = i; k < held; k++) {
            task[k] = task[k + 1];
            word[k] = word[k + 1];
            value[k] = value[k + 1];
            home[k] = home[k + 1];
            flagged[k] = flagged[k + 1];
        }
    }

    private long digest(int i) {
        return Hash.mix(Hash.at(word[i], value[i]) + 31L * task[i] + 7L * home[i] + (flagged[i] ? 1 << 20 : 0));
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
