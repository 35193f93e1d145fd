package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * D4: a task that has read the number of its processor reaches per-processor data with it before it could have been
 * moved to another one; and the kernel's own check, where it is configured, has nothing to say where the number is read.
 */
public final class CpuIdDetector implements Detector {
    /** How the report of the kernel's check begins, after a {@code BUG:} in later kernels. */
    public static final String CHECK = "using smp_processor_id() in preemptible";

    private static final int TASKS_MAX = 16;
    private static final int PLACE = DigestPlace.CPU_ID.first();
    private static final int NONE = -1;

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    /** Tasks that have read their processor's number since they were last in user mode, a bit each. */
    private int holds;
    /** Those of them that could have been moved since, and have not used it yet. */
    private int stale;
    /** Tasks that have used a stale number and not read a fresh one since, a bit each. */
    private int used;
    /** The word that each task reaches by its processor's number, and not by its own processor's. */
    private final int[] named = new int[TASKS_MAX];

    private long namedDigest;

    public CpuIdDetector(Reporter reporter) {
        this.reporter = reporter;
        Arrays.fill(named, NONE);
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
        holds = 0;
        stale = 0;
        used = 0;
        Arrays.fill(named, NONE);
        namedDigest = 0;
    }

    /** Until the task names another word, or reads the number of its processor. */
    @Override
    public void byNumber(int cpu, int task, int word) {
        if (inTask(cpu)) {
            name(task, word);
        }
    }

    private void name(int task, int word) {
        if (named[task] != word) {
            namedDigest += digest(task, word) - digest(task, named[task]);
            named[task] = word;
        }
    }

    private static long digest(int task, int word) {
        return word == NONE ? 0 : Hash.at(PLACE + task, word);
    }

    @Override
    public void cpuIdRead(int cpu, int task) {
        if (inTask(cpu)) {
            holds |= 1 << task;
            stale &= ~(1 << task);
            used &= ~(1 << task);
            name(task, NONE);
            spoil(task);
        }
    }

    /** No number survives in user mode. */
    @Override
    public void returnedToUser(int cpu, int task, int count) {
        holds &= ~(1 << task);
        stale &= ~(1 << task);
        used &= ~(1 << task);
        name(task, NONE);
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
        if ((stale & (1 << task)) != 0 && named[task] != word && inTask(cpu)) {
            stale &= ~(1 << task);
            used |= 1 << task;
            reporter.hazard(rule(), "", task);
        }
    }

    /**
     * The kernel's check goes by the count, the flag and the processors that the task may run on, whatever comes of the number.
     */
    @Override
    public void said(int cpu, int task, String message) {
        if (message.startsWith(CHECK)) {
            reporter.hazard(rule(), "smp_processor_id-in-preemptible", task);
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
        return m != null && !m.inInterrupt(cpu);
    }

    private void spoil(int task) {
        Whereabouts m = machine;
        if (m != null && m.cpus() > 1 && m.preemptibleHere()) {
            stale |= holds & 1 << task & ~m.boundTasks();
        }
    }

    @Override
    public long fingerprint() {
        return namedDigest + (holds == 0 ? 0 : Hash.at(holds, stale << 16 | used));
    }
}
