package dev.preemptcheck.kernel.locking;

/** When a reader of a {@link BigReaderLock} asks which processor's lock is its own. */
public enum ReaderOrder {
    /**
     * Before it takes that lock, which then switches preemption off; as in the preempt patches for 2.4.2 and 2.4.18, which
     * change the forms for one processor only.
     */
    NUMBER_FIRST,
    /** Once preemption is off, so that it takes and gives back the same; as 2.5 does. */
    PREEMPTION_OFF_FIRST
}
