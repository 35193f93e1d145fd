package dev.preemptcheck.kernel.init;

/** What a program does with the FPU, or asks the kernel for. */
public enum FpuCall {
    /** In user mode: pushes a value. */
    FLD,
    /** In user mode: pops a value, which must be its own. */
    FSTP,
    /** Enters the kernel and returns. */
    ENTER,
    /** A copy of a page. */
    COPY_PAGE,
    /** A page of zeros. */
    CLEAR_PAGE,
    /** A copy of less than what MMX is good for. */
    COPY_WORD,
    /** A parity of RAID-5. */
    XOR,
    /** A child, which gets a copy of the FPU's state; a core dump does the same. */
    FORK,
    /** Another program in the same task. */
    EXEC,
    /** A signal is delivered. */
    SIGNAL,
    /** Its handler returns. */
    SIGRETURN
}
