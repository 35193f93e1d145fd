package dev.preemptcheck.oops.message;

/** What a kernel message complains of. */
public enum MessageKind {
    /** {@code schedule()} with a count above zero, or an underflow (fact S5). */
    SCHEDULING_WHILE_ATOMIC("scheduling while atomic", "D9"),
    /** A function that may sleep, called where that is forbidden. */
    SLEEPING_FUNCTION("sleeping function called from invalid context", "D10"),
    /** The number of a processor that its reader may be moved from. */
    SMP_PROCESSOR_ID("processor number used in preemptible code", "D4"),
    /** A reference count that was 0 before it was decremented (fact S10). */
    ATOMIC_UNDERFLOW("atomic counter underflow", "D12"),
    /** A handler that returned with another count than it was entered with. */
    UNBALANCED_HANDLER("unbalanced preempt count of an interrupt handler", "D1"),
    /** What lockdep says of the order or the contexts of locks. */
    LOCKDEP("lockdep", "lockdep"),
    /** {@code do_wp_page} found no page behind a write-protected entry (fact S12). */
    BOGUS_PAGE("bogus page", ""),
    /** A disk's error during programmed I/O (fact S14). */
    PIO_ERROR("PIO error", ""),
    /** A disk's status that the driver did not expect (fact S14). */
    ATA_STATUS("abnormal ATA status", ""),
    /** A new longest section with preemption off, as the tracer says on the console (fact 7.6). */
    CRITICAL_SECTION("critical section", "D11");

    private final String label;
    private final String rule;

    MessageKind(String label, String rule) {
        this.label = label;
        this.rule = rule;
    }

    /** The detectors' rule that it says is broken, {@code D9}; empty if none is. */
    public String rule() {
        return rule;
    }

    /** The complaint in words. */
    public String label() {
        return label;
    }

    /** Whether it is one line, without a call trace. */
    boolean isOneLine() {
        return this == BOGUS_PAGE || this == PIO_ERROR || this == ATA_STATUS;
    }
}
