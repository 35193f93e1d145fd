package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Hash;
import dev.preemptcheck.hardware.Whereabouts;
import org.jspecify.annotations.Nullable;

/**
 * D4: a task that has read the number of its processor reaches per-processor data with it before it could have been
 * moved to another one.
 */
public final class CpuIdDetector implements Detector {
    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    /** Tasks that hold a number which may be stale, a bit each. */
    private int stale;
    /** Tasks that have used a stale number and not read a fresh one since, a bit each. */
    private int used;

    public CpuIdDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched, for "can a preemption happen here?". */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "D4";
    }

    @Override
    public void reset() {
        stale = 0;
        used = 0;
    }

    @Override
    public void cpuIdRead(int cpu, int task) {
        if (inTask(cpu)) {
            stale &= ~(1 << task);
            used &= ~(1 << task);
            spoil(task);
        }
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        if (after == 0) {
            spoil(task);
        }
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        if (enabled) {
            spoil(task);
        }
    }

    @Override
    public void perCpuAccess(int cpu, int task, int word, int owner) {
        if ((stale & (1 << task)) != 0 && inTask(cpu)) {
            stale &= ~(1 << task);
            used |= 1 << task;
            reporter.hazard(rule(), "", task);
        }
    }

    /** The running task, if it has used a stale number. */
    @Override
    public int culprit() {
        Whereabouts m = machine;
        int running = m == null ? -1 : m.taskOn(m.running());
        return running >= 0 && (used & (1 << running)) != 0 ? running : -1;
    }

    private boolean inTask(int cpu) {
        Whereabouts m = machine;
        return m != null && !m.inHandler(cpu);
    }

    private void spoil(int task) {
        Whereabouts m = machine;
        if (m != null && m.cpus() > 1 && m.preemptibleHere()) {
            stale |= 1 << task;
        }
    }

    @Override
    public long fingerprint() {
        return (stale | used) == 0 ? 0 : Hash.at(stale, used);
    }
}
