package dev.preemptcheck.latency;

import java.util.ArrayList;
import java.util.List;

/** Counts the traces of all logs and keeps what the longest of them say, at most {@link #TRACES_MAX}. */
public final class TraceTally {
    /** Traces whose summary is kept. */
    public static final int TRACES_MAX = 100;

    private final List<Kept> kept = new ArrayList<>();
    private long traces;

    private record Kept(String input, TraceSummary summary) {}

    /** Counts a trace of that input. */
    public void add(String input, ReadTrace read) {
        traces++;
        kept.add(new Kept(input, TraceSummary.of(read)));
        if (kept.size() > TRACES_MAX) {
            kept.remove(shortest());
        }
    }

    private int shortest() {
        int shortest = 0;
        for (int i = 1; i < kept.size(); i++) {
            boolean shorter =
                    kept.get(i).summary.micros() < kept.get(shortest).summary.micros();
            shortest = shorter ? i : shortest;
        }
        return shortest;
    }

    /** What was found so far, in the order of the logs. */
    public TraceFindings findings() {
        return new TraceFindings(
                traces,
                kept.stream().map(Kept::input).toList(),
                kept.stream().map(Kept::summary).toList());
    }
}
