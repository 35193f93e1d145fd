package dev.preemptcheck.kernel;

/**
 * What a {@code .config} says about the modelled kernel.
 *
 * @param version the kernel version whose messages and line numbers are used
 * @param cpus number of processors; more than one means {@code CONFIG_SMP}
 * @param preempt {@code CONFIG_PREEMPT}
 * @param highmemDebug {@code HIGHMEM_DEBUG}: a constant of the header in 2.4.9 and 2.4.10-pre (fact 1)
 */
public record KernelConfig(KernelVersion version, int cpus, boolean preempt, boolean highmemDebug) {

    /** {@code CONFIG_SMP}. */
    public boolean smp() {
        return cpus > 1;
    }

    /** The axis name of the verdict table: UP, UPP, SMP or SMPP. */
    public String axis() {
        return (smp() ? "SMP" : "UP") + (preempt ? "P" : "");
    }
}
