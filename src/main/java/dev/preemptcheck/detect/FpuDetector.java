package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.FpuUse;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import org.jspecify.annotations.Nullable;

/**
 * D5: FPU registers hold what the code that uses them has put there (fact 2.5).
 *
 * <p>A failure is what goes wrong: kernel code takes a value out of registers that hold somebody else's ({@code page-corrupt}),
 * or a program finds another's state, kernel code's, or not its own latest ({@code user-state}). A hazard is a broken invariant
 * where tasks are switched, return to user mode, or come back from #NM: TS is clear if and only if the task's state is live
 * ({@code switch}, {@code user-mode}, {@code trap}). Where the kernel names no word for "live" there is no such invariant.
 */
public final class FpuDetector implements Detector {
    /** Where its memory lies in digests. */
    private static final int PLACE = DigestPlace.FPU.first();

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    /** Processors on which the invariant did not hold when it was last asked for, a bit each. */
    private int broken;

    public FpuDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched. */
    public void watch(Whereabouts watched) {
        machine = watched;
    }

    @Override
    public String rule() {
        return "D5";
    }

    /** Whose values are found where they don't belong let go of the registers while they were in use: the culprit. */
    @Override
    public void fpuUsed(int cpu, int task, int owner, int how) {
        boolean kernelValues = (how & FpuUse.KERNEL) != 0;
        if ((how & FpuUse.USER) != 0) {
            boolean foreign = owner >= 0 && (owner != task || kernelValues);
            if (foreign || (how & FpuUse.ELSEWHERE) != 0) {
                reporter.failure(rule(), "user-state", "", foreign ? owner : task);
            }
        } else if ((how & FpuUse.READ) != 0 && (owner != task || !kernelValues)) {
            reporter.failure(rule(), "page-corrupt", "", task);
        }
    }

    @Override
    public void switched(int cpu, int from, int to) {
        Whereabouts m = machine;
        if (m != null && m.fpuLiveWord(from) >= 0) {
            check(cpu, m.fpuTraps(cpu) || isLive(m, to), "switch", from);
        }
    }

    @Override
    public void returnedToUser(int cpu, int task, int count) {
        Whereabouts m = machine;
        if (m != null && m.fpuLiveWord(task) >= 0) {
            check(cpu, m.fpuTraps(cpu) != isLive(m, task), "user-mode", task);
        }
    }

    @Override
    public void fpuTrapLeft(int cpu, int task) {
        Whereabouts m = machine;
        if (m != null && m.fpuLiveWord(task) >= 0) {
            check(cpu, m.fpuTraps(cpu) != isLive(m, task), "trap", task);
        }
    }

    /** Reports the first breach on a processor until the invariant was seen to hold there: what follows from it is not new. */
    private void check(int cpu, boolean holds, String outcome, int task) {
        boolean known = (broken & 1 << cpu) != 0;
        broken = holds ? broken & ~(1 << cpu) : broken | 1 << cpu;
        if (!holds && !known) {
            reporter.hazard(rule(), outcome, task);
        }
    }

    private static boolean isLive(Whereabouts m, int task) {
        int word = m.fpuLiveWord(task);
        return word >= 0 && m.peek(word) != 0;
    }

    @Override
    public void reset() {
        broken = 0;
    }

    @Override
    public long fingerprint() {
        return broken == 0 ? 0 : Hash.at(PLACE, broken);
    }
}
