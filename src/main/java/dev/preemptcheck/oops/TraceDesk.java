package dev.preemptcheck.oops;

import dev.preemptcheck.latency.LatencyTraceReader;
import dev.preemptcheck.latency.TraceTally;

/**
 * Reads the latency traces of one log. A trace is printed in one go, so one is open at a time, and it belongs to the host (and the depth of
 * quotation) that began it: lines of others neither end it nor count as gaps.
 */
final class TraceDesk {
    private final LatencyTraceReader reader;
    private String owner = "";
    private long traces;

    TraceDesk(String input, TraceTally tally) {
        this.reader = new LatencyTraceReader(read -> {
            traces++;
            tally.add(input, read);
        });
    }

    /** Takes a kernel text of that host; false if it is no part of a trace. */
    boolean accept(String host, String text, long number) {
        if (!host.equals(owner)) {
            if (!LatencyTraceReader.isBegunBy(text)) {
                return false;
            }
            reader.finish();
            owner = host;
        }
        return reader.accept(text, number);
    }

    /** Ends the open trace; to be called at the end of the log. */
    void finish() {
        reader.finish();
    }

    long traces() {
        return traces;
    }
}
