package dev.preemptcheck.latency;

import java.util.List;

/**
 * A trace as it was found in a text.
 *
 * @param trace what could be read of it
 * @param startLine the line of the file it starts in, from 1
 * @param label the number a mail gave it, or empty
 * @param note the words behind that number, or empty
 * @param linesNotKept how many lines came after the first {@link LatencyTraceReader#LINES_MAX}
 * @param endsInElision whether the text says that more lines followed
 * @param remarks what is cut off or can't be read
 */
public record ReadTrace(
        LatencyTrace trace,
        long startLine,
        String label,
        String note,
        long linesNotKept,
        boolean endsInElision,
        List<String> remarks) {
    /** Copies the remarks. */
    public ReadTrace {
        remarks = List.copyOf(remarks);
    }
}
