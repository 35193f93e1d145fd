package dev.preemptcheck.latency;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A preemption latency trace: the functions entered in the longest section so far with preemption or interrupts off, from the count
 * leaving 0 (or IF) to its return there (facts S9 and 7.6, v1.0.7). A mail may leave out any part of it.
 *
 * @param version of the tracer, such as {@code v1.0.7}, or empty
 * @param kernel version that was traced, or empty
 * @param latencyMicros how long the section was; -1 if it isn't said
 * @param entriesShown how many lines the header announces; -1 if it doesn't
 * @param entriesTotal how many were traced, of which the first are shown; -1 if it isn't said
 * @param settings null if they aren't said
 * @param task null if it isn't said
 * @param startedAt null if it isn't said
 * @param endedAt null if it isn't said
 */
public record LatencyTrace(
        String version,
        String kernel,
        long latencyMicros,
        int entriesShown,
        int entriesTotal,
        @Nullable TraceSettings settings,
        @Nullable TracedTask task,
        @Nullable CodePlace startedAt,
        @Nullable CodePlace endedAt,
        List<TraceLine> lines) {
    private static final int TITLE_DASHES = 55;
    private static final String TASK_DASHES = "    " + "-".repeat(17);

    /** Copies the lines. */
    public LatencyTrace {
        lines = List.copyOf(lines);
    }

    /** The header alone. */
    public LatencyTrace withoutLines() {
        return new LatencyTrace(
                version,
                kernel,
                latencyMicros,
                entriesShown,
                entriesTotal,
                settings,
                task,
                startedAt,
                endedAt,
                List.of());
    }

    /** The trace in the format of v1.0.7, what is not known left out; lines that are missing are three dots. */
    public List<String> text() {
        List<String> out = new ArrayList<>();
        out.add("preemption latency trace" + (version.isEmpty() ? "" : " " + version)
                + (kernel.isEmpty() ? "" : " on " + kernel));
        out.add("-".repeat(TITLE_DASHES));
        if (latencyMicros >= 0) {
            out.add(" latency: " + latencyMicros + " us"
                    + (entriesShown < 0 ? "" : ", entries: " + entriesShown)
                    + (entriesTotal < 0 ? "" : " (" + entriesTotal + ")")
                    + (settings == null ? "" : "   |   [" + settings.text() + "]"));
        }
        if (task != null) {
            out.addAll(List.of(TASK_DASHES, taskText(task), TASK_DASHES));
        }
        if (startedAt != null) {
            out.add(" => started at: " + startedAt.text());
        }
        if (endedAt != null) {
            out.add(" => ended at:   " + endedAt.text());
        }
        out.add("=======>");
        for (TraceLine line : lines) {
            if (line.afterElision()) {
                out.add("...");
            }
            out.add(line.text());
        }
        return out;
    }

    private static String taskText(TracedTask task) {
        return "    | task: " + task.comm() + "/" + task.pid() + ", uid:" + task.uid() + " nice:" + task.nice()
                + " policy:" + task.policy() + " rt_prio:" + task.rtPriority();
    }
}
