package dev.preemptcheck.kernel.kbuild;

/** How much memory a kernel is built for, by the name of its option. */
public enum MemorySize {
    /** All of it is mapped. */
    NOHIGHMEM,
    HIGHMEM4G,
    /** With PAE. */
    HIGHMEM64G
}
