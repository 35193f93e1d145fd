package dev.preemptcheck.hardware;

/** How a processor enters an exception handler (fact 2.2). */
public enum Gate {
    /** Leaves the interrupt flag alone. */
    TRAP,
    /** Clears the interrupt flag. */
    INTERRUPT
}
