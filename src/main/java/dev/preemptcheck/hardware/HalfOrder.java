package dev.preemptcheck.hardware;

/** In which order code touches the halves of 64 bits that no single instruction reaches; compilers choose either. */
public enum HalfOrder {
    /** Bits 0 to 31 first. */
    LOW_FIRST,
    /** Bits 32 to 63 first. */
    HIGH_FIRST
}
