package dev.preemptcheck.kernel;

import dev.preemptcheck.hardware.CountLayout;
import java.util.Arrays;

/**
 * The kernels whose reports are reproduced: they differ in how they print a BUG, in what a preempt count is made of, and in what
 * they inline.
 */
public enum KernelVersion {
    /** 2.4.10-pre4 with the preempt patch; prints file and line of a BUG. */
    V2_4_10_PRE4("2.4.10-pre4", true, false, false),
    /** 2.4.9-ac10 with the preempt patch, built without verbose BUG: only {@code invalid operand} is printed. */
    V2_4_9_AC10("2.4.9-ac10", false, false, false),
    /** 2.6.9-rc1-bk4 with the voluntary-preempt patch Q8 (fact S5). */
    V2_6_9_RC1_VP("2.6.9-rc1-VP-Q8", true, true, false),
    /** 2.6.9-rc4-mm1 with the realtime patch U9 (fact S10). */
    V2_6_9_RC4_RT("2.6.9-rc4-mm1-RT-U9", true, true, true);

    private final String release;
    private final boolean verboseBug;
    private final boolean countFields;
    private final boolean outOfLine;

    KernelVersion(String release, boolean verboseBug, boolean countFields, boolean outOfLine) {
        this.release = release;
        this.verboseBug = verboseBug;
        this.countFields = countFields;
        this.outOfLine = outOfLine;
    }

    /**
     * True if {@code irq_exit()}, and the locks of a kernel for more than one processor, are functions. Traces of Q8 show locks
     * as changes of the count within their callers, traces of U9 show {@code _spin_lock}, {@code _read_unlock} and
     * {@code irq_exit} (facts S9 and 7.6).
     */
    public boolean outOfLine() {
        return outOfLine;
    }

    /** True if a preempt count holds fields for preemption, softirqs and hardirqs (fact 3.2), false if it is one number (3.1). */
    public boolean countFields() {
        return countFields;
    }

    /** How its preempt counts are read. */
    public CountLayout countLayout() {
        return countFields ? CountLayout.FIELDS : CountLayout.PLAIN;
    }

    /** As {@code uname -r} prints it. */
    public String release() {
        return release;
    }

    /** Whether a BUG prints its file and line. */
    public boolean verboseBug() {
        return verboseBug;
    }

    /**
     * The version of that release.
     *
     * @throws IllegalArgumentException if it is not modelled
     */
    public static KernelVersion of(String release) {
        return Arrays.stream(values())
                .filter(v -> v.release.equals(release))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kernel '" + release + "' is not modelled; there are "
                        + String.join(
                                ", ",
                                Arrays.stream(values())
                                        .map(KernelVersion::release)
                                        .toList())));
    }
}
