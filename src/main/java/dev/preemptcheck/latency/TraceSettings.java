package dev.preemptcheck.latency;

/**
 * The switches of the kernel that was traced, 0 or 1 each, and its processors.
 *
 * @param voluntary {@code VP}, voluntary preemption
 * @param kernel {@code KP}, kernel preemption
 * @param softirq {@code SP}, softirqs in threads
 * @param hardirq {@code HP}, hardirqs in threads
 * @param cpus {@code #CPUS}
 */
public record TraceSettings(int voluntary, int kernel, int softirq, int hardirq, int cpus) {
    /** The switches as the header has them. */
    public String text() {
        return "VP:" + voluntary + " KP:" + kernel + " SP:" + softirq + " HP:" + hardirq + " #CPUS:" + cpus;
    }
}
