package dev.preemptcheck.hardware;

/** What a word is for, where the machine or a detector must know. */
public enum Role {
    PLAIN,
    /** A task's preempt count: 0 to more than 0 closes a window. */
    COUNT,
    /** Counts users, readers or what else there can't be less than none of. */
    COUNTER,
    /** Belongs to one processor: only code that runs there may rely on it. */
    PER_CPU
}
