package dev.preemptcheck.kernel;

/**
 * What a {@code .config} says about the modelled kernel.
 *
 * @param version the kernel version whose messages and line numbers are used
 * @param cpus number of processors; more than one means {@code CONFIG_SMP}
 * @param preempt {@code CONFIG_PREEMPT}
 * @param highmemDebug {@code HIGHMEM_DEBUG}: a constant of the header in 2.4.9 and 2.4.10-pre (fact 1)
 * @param softirqThreads softirqs run in {@code ksoftirqd} only: {@code SP} of the voluntary-preempt tree (fact S5)
 * @param hardirqThreads device interrupts run in threads: {@code HP} of the voluntary-preempt tree (fact S6)
 */
public record KernelConfig(
        KernelVersion version,
        int cpus,
        boolean preempt,
        boolean highmemDebug,
        boolean softirqThreads,
        boolean hardirqThreads) {

    /** The same without threads for interrupts. */
    public KernelConfig(KernelVersion version, int cpus, boolean preempt, boolean highmemDebug) {
        this(version, cpus, preempt, highmemDebug, false, false);
    }

    /** A kernel without debug options. */
    public KernelConfig(KernelVersion version, int cpus, boolean preempt) {
        this(version, cpus, preempt, false);
    }

    /** The same with interrupts in threads or not. */
    public KernelConfig withThreads(boolean softirqs, boolean hardirqs) {
        return new KernelConfig(version, cpus, preempt, highmemDebug, softirqs, hardirqs);
    }

    /** {@code CONFIG_SMP}. */
    public boolean smp() {
        return cpus > 1;
    }

    /**
     * Whether that part of the kernel is functions of their own. On one processor there are no lock words, and locks stay
     * inlined: traces of 2.6.9-rc3-mm2 on one processor and of rc3-mm3 on two differ in that.
     */
    public boolean isOutOfLine(OutOfLine.Part part) {
        return switch (part) {
            case LOCKS -> version.outOfLine() && smp();
            case IRQ_EXIT -> version.outOfLine();
            case PROCESSORS -> smp();
        };
    }

    /** The axis name of the verdict table: UP, UPP, SMP or SMPP. */
    public String axis() {
        return (smp() ? "SMP" : "UP") + (preempt ? "P" : "");
    }
}
