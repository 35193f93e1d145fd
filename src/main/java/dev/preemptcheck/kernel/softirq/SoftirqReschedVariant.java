package dev.preemptcheck.kernel.softirq;

/** How a softirq's loop gives others a chance (fact S5 (e)). */
public enum SoftirqReschedVariant {
    SQ_0("SQ-0", "none", "the timer softirq calls cond_resched_softirq directly, unguarded, as in VP-Q8"),
    SQ_1("SQ-1", "softirq/cond-resched-all", "it calls cond_resched_all, which asks the bits of the count"),
    SQ_2("SQ-2", "softirq/assert-in-softirq", "cond_resched_softirq asserts in_softirq at its entry"),
    SQ_3("SQ-3", "softirq/assert-count", "the subtraction asserts that the count is not less than what is taken away"),
    SQ_4("SQ-4", "softirq/exact-count", "it goes on only if the count is exactly what it is about to drop");

    private final String id;
    private final String patch;
    private final String summary;

    SoftirqReschedVariant(String id, String patch, String summary) {
        this.id = id;
        this.patch = patch;
        this.summary = summary;
    }

    /** The variant's name in the verdict table. */
    public String id() {
        return id;
    }

    /** The patch that puts it in force, or {@code none}. */
    public String patch() {
        return patch;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }
}
