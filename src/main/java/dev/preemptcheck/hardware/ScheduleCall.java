package dev.preemptcheck.hardware;

/** Who calls {@code schedule()}. */
public enum ScheduleCall {
    /** Kernel code, by its own will: it sleeps, or gives others a chance. */
    VOLUNTARY,
    /** A preemption: the code that is left did not ask for it. */
    PREEMPTION,
    /** The way back to user mode, with interrupts off (fact 3.1). */
    TO_USER,
    /** A processor with nothing to do. */
    IDLE,
    /** A task at its end. */
    EXIT
}
