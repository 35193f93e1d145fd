package dev.preemptcheck.kernel.workqueue;

/** When a worker says that a piece of work may be queued again. */
public enum PendingOrder {
    /** Before it calls the function, as 2.6.9: what is queued while the function runs is done once more. */
    CLEAR_FIRST,
    /** Once the function has returned: what is queued while it runs is taken for queued already, and is lost. */
    CLEAR_LAST
}
