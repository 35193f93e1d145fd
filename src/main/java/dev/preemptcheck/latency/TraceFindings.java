package dev.preemptcheck.latency;

import java.util.List;

/**
 * The latency traces of all logs.
 *
 * @param traces how many there are, kept or not
 * @param inputs for each summary the log it stands in
 * @param summaries the longest, in the order of the logs, at most {@link TraceTally#TRACES_MAX}
 */
public record TraceFindings(long traces, List<String> inputs, List<TraceSummary> summaries) {
    /** Copies the lists. */
    public TraceFindings {
        inputs = List.copyOf(inputs);
        summaries = List.copyOf(summaries);
    }
}
