package dev.preemptcheck.latency;

/**
 * One invariant of a trace (fact 7.6) and what became of it.
 *
 * @param detail what was compared, with the first place where it fails
 */
public record TraceCheck(Invariant invariant, Outcome outcome, String detail) {
    /** The invariants of a trace. */
    public enum Invariant {
        /** No line is earlier than the one before. */
        TIMES,
        /** Time and bracketed time of a line lead to its neighbour's, within 1 microsecond. */
        DELTAS,
        /** The last line is within 2 microseconds of the latency. */
        END,
        /** There are as many lines as the header says. */
        LINES,
        /** The count changes only by what the functions between may do to it. */
        COUNTS
    }

    /** Whether an invariant holds. */
    public enum Outcome {
        /** It does. */
        HOLDS,
        /** It doesn't. */
        FAILS,
        /** The trace lacks what it needs. */
        UNKNOWN
    }
}
