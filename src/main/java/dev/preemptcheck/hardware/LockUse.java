package dev.preemptcheck.hardware;

/** How a lock was taken. */
public enum LockUse {
    /** Alone, having waited for it if need be. */
    EXCLUSIVE,
    /** Together with other readers, having waited for writers. */
    SHARED,
    /** Together with other readers, past writers that wait: {@code read_lock}, which may nest in itself. */
    SHARED_RECURSIVE,
    /** Alone, without waiting: it can't have closed a circle of waits. */
    TRIED,
    /** Alone, by one who sleeps while it waits. */
    SLEEPING,
    /** Together with other readers, by one who sleeps while it waits. */
    SLEEPING_SHARED,
    /** Alone, and {@code schedule()} gives it back while its holder does not run: the big kernel lock. */
    DROPPED
}
