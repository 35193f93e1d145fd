package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.FpuUse;
import dev.preemptcheck.hardware.Whereabouts;
import org.jspecify.annotations.Nullable;

/**
 * D5: FPU registers hold what the code that uses them has put there (fact 2.5).
 *
 * <p>A failure is what goes wrong: kernel code takes a value out of registers that hold somebody else's
 * ({@code page-corrupt}), or a program finds another's state, kernel code's, or not its own latest ({@code user-state}).
 * A hazard is a broken invariant where tasks are switched, return to user mode, or come back from #NM: TS is clear if and
 * only if the task's state is live. Where the kernel names no word for "live" there is no such invariant.
 */
public final class FpuDetector implements Detector {
    private final Reporter reporter;
    private @Nullable Whereabouts machine;

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
        if (m != null && m.fpuLiveWord(from) >= 0 && !m.fpuTraps(cpu) && !isLive(m, to)) {
            reporter.hazard(rule(), "switched-with-ts-clear", from);
        }
    }

    @Override
    public void returnedToUser(int cpu, int task, int count) {
        check(cpu, task, "user-mode");
    }

    @Override
    public void fpuTrapLeft(int cpu, int task) {
        check(cpu, task, "trap");
    }

    private void check(int cpu, int task, String where) {
        Whereabouts m = machine;
        if (m != null && m.fpuLiveWord(task) >= 0 && m.fpuTraps(cpu) == isLive(m, task)) {
            reporter.hazard(rule(), where + (m.fpuTraps(cpu) ? "-with-ts-set" : "-with-ts-clear"), task);
        }
    }

    private static boolean isLive(Whereabouts m, int task) {
        int word = m.fpuLiveWord(task);
        return word >= 0 && m.peek(word) != 0;
    }
}
