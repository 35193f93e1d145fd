package dev.preemptcheck.verify;

import java.util.Arrays;
import java.util.List;

/** What kernels and situations differ in (fact 6). A row has at most one token of each kind. */
enum AxisKind {
    /** Processors and CONFIG_PREEMPT. */
    PROCESSORS("UP UPP SMP SMPP"),
    /** HIGHMEM_DEBUG. */
    HIGHMEM_DEBUG("DBG0 DBG1"),
    /** Whether softirqs run in threads only. */
    SOFTIRQ_THREADS("SP0 SP1"),
    /** Whether device interrupts run in threads. */
    HARDIRQ_THREADS("HP0 HP1"),
    /** What softirqs run on top of. */
    CONTEXT("process-context irq_exit"),
    /** Entries of 64 bits. */
    TABLES("PAE"),
    /** Frames below 4 GB only, or above it, too. */
    FRAMES("LT4G GT4G"),
    /** Pages are written to swap. */
    SWAPPING("SWAP"),
    /** The processor that the kernel is built for. */
    CPU_TYPE("M386 M486 M586 M686 MPENTIUMIII MK7"),
    /** The memory that it is built for. */
    MEMORY("NOHIGHMEM HIGHMEM4G HIGHMEM64G");

    /** Separated by blanks. */
    private final String tokens;

    AxisKind(String tokens) {
        this.tokens = tokens;
    }

    /** The tokens of this kind. */
    List<String> tokens() {
        return List.of(tokens.split(" "));
    }

    /** All tokens. */
    static List<String> all() {
        return Arrays.stream(values()).flatMap(kind -> kind.tokens().stream()).toList();
    }
}
