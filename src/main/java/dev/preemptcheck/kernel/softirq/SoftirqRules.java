package dev.preemptcheck.kernel.softirq;

/**
 * What differs between trees in how softirqs are asked for and run.
 *
 * @param daemonsAreInterrupts whether a raise from an interrupt's or a softirq's thread counts as one from an interrupt, so
 *     that nobody is woken: HR-0 of fact S6, against HR-1a
 * @param daemonKeepsPreemptionOff whether {@code ksoftirqd} calls its entry with preemption off, as 2.6.9 does; for the
 *     voluntary-preempt tree fact S5 leaves it open
 */
public record SoftirqRules(boolean daemonsAreInterrupts, boolean daemonKeepsPreemptionOff) {
    /** 2.6.9. */
    public static final SoftirqRules PLAIN = new SoftirqRules(false, true);
}
