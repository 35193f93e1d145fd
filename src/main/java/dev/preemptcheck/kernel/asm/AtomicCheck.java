package dev.preemptcheck.kernel.asm;

/** What the debug hook of a decrement-and-test looks at before it reports an underflow (fact S10, AT-0 to AT-2). */
public enum AtomicCheck {
    /** There is none. */
    NONE,
    /** AT-0: what was read before the decrement is exactly 0. */
    READ_ZERO,
    /** AT-1: what was read before the decrement is not positive. */
    READ_NOT_POSITIVE,
    /** AT-2: what the decrement itself gave is negative. */
    RESULT_NEGATIVE
}
