package dev.preemptcheck.detect;

/**
 * Where in a state's digest a detector books what it remembers: each has {@value #SIZE} places of its own, or states in which two
 * of them had exchanged what they remember would be one.
 */
enum DigestPlace {
    BALANCE(0),
    CONTEXTS(1),
    WAKEUP(2),
    COUNTER(3),
    LOCKDEP(4),
    FPU(5),
    LATENCY(6),
    ATOMICITY(7),
    CPU_ID(8),
    FAULT_ADDRESS(9),
    LOCK_GRAPH(10),
    WAIT_GRAPH(11);

    /** Where those book that remember something of words of memory: a place for each word, above the words' own. */
    static final int FREED_WORDS = 0x4000_0000;

    static final int CHANGING_ENTRIES = 0x5000_0000;

    private static final int SIZE = 0x1000;

    private final int number;

    DigestPlace(int number) {
        this.number = number;
    }

    /** The first of its places. */
    int first() {
        return Integer.MIN_VALUE + SIZE * number;
    }
}
