package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Access;
import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * D11: no processor keeps preemption or interrupts off for longer than the scenario allows; without a budget, for as long as it
 * likes.
 *
 * <p>Simulated time: {@value #NANOS_AN_ACCESS} ns for each access to memory by the processor itself, and what it waits for the
 * clock. So it is a processor's own work, which does not depend on what others do meanwhile; time that it waits for others,
 * for a lock or an answer, is not in it. A section is a stretch of accesses, from whatever contexts on the processor, that all
 * find preemption (or interrupts) off; it is reported once, by the step that exceeds the budget. PREEMPT_ACTIVE alone keeps
 * nobody off.
 */
public final class LatencyDetector implements Detector {
    /** What a processor's access to memory takes in simulated time, in nanoseconds. */
    public static final int NANOS_AN_ACCESS = 100;

    private static final int CPUS_MAX = 16;
    private static final int PLACE = DigestPlace.LATENCY.first();

    private final Reporter reporter;
    private @Nullable Whereabouts machine;
    private long budget;
    /** What sections have taken so far, at most a nanosecond more than is allowed: more makes no difference. */
    private final long[] preemptionOff = new long[CPUS_MAX];

    private final long[] interruptsOff = new long[CPUS_MAX];
    /** What each processor has done in this run; decides nothing, so it is in no fingerprint. */
    private final long[] worked = new long[CPUS_MAX];

    public LatencyDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    /** The machine that is watched, for its budget, counts and interrupt flags. */
    public void watch(Whereabouts watched) {
        machine = watched;
        budget = watched.latencyBudget();
    }

    @Override
    public String rule() {
        return "D11";
    }

    boolean hasBudget() {
        return budget > 0;
    }

    @Override
    public void reset() {
        Arrays.fill(preemptionOff, 0);
        Arrays.fill(interruptsOff, 0);
        Arrays.fill(worked, 0);
    }

    /** Simulated time of that processor's own work since the run began, in nanoseconds. */
    long nanosOn(int cpu) {
        return worked[cpu];
    }

    @Override
    public void accessed(int cpu, int task, int word, int how) {
        if ((how & Access.DEVICE) == 0) {
            passed(cpu, task, NANOS_AN_ACCESS);
        }
    }

    @Override
    public void delayed(int cpu, int task, long nanos) {
        passed(cpu, task, nanos);
    }

    private void passed(int cpu, int task, long nanos) {
        worked[cpu] += nanos;
        Whereabouts m = machine;
        if (m == null || budget <= 0) {
            return;
        }
        boolean off = m.countLayout().nesting(m.countOn(cpu)) != 0;
        add(preemptionOff, cpu, off ? nanos : 0, "preemption-off", task);
        add(interruptsOff, cpu, m.interruptFlag(cpu) ? 0 : nanos, "interrupts-off", task);
    }

    private void add(long[] sections, int cpu, long nanos, String outcome, int task) {
        long before = sections[cpu];
        long after = nanos == 0 ? 0 : Math.min(before + nanos, budget + 1);
        sections[cpu] = after;
        if (before <= budget && after > budget) {
            reporter.failure(rule(), outcome, "", task);
        }
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        Whereabouts m = machine;
        if (m != null && m.countLayout().nesting(after) == 0) {
            preemptionOff[cpu] = 0;
        }
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        if (enabled) {
            interruptsOff[cpu] = 0;
        }
    }

    @Override
    public long fingerprint() {
        long digest = 0;
        for (int cpu = 0; hasBudget() && cpu < CPUS_MAX; cpu++) {
            long sum = preemptionOff[cpu] + 31 * interruptsOff[cpu];
            digest += sum == 0 ? 0 : Hash.mix(Hash.at(PLACE + cpu, (int) preemptionOff[cpu]) + interruptsOff[cpu]);
        }
        return digest;
    }
}
