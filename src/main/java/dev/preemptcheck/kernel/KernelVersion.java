package dev.preemptcheck.kernel;

import java.util.Arrays;

/** The kernels whose reports are reproduced. Where they differ here is only how they print a BUG. */
public enum KernelVersion {
    /** 2.4.10-pre4 with the preempt patch; prints file and line of a BUG. */
    V2_4_10_PRE4("2.4.10-pre4", true),
    /** 2.4.9-ac10 with the preempt patch, built without verbose BUG: only {@code invalid operand} is printed. */
    V2_4_9_AC10("2.4.9-ac10", false);

    private final String release;
    private final boolean verboseBug;

    KernelVersion(String release, boolean verboseBug) {
        this.release = release;
        this.verboseBug = verboseBug;
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
