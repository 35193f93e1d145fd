package dev.preemptcheck.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One line on standard error that says how far the rows are, rewritten in place; nothing at all where nobody looks.
 *
 * <p>Written to by several workers.
 */
final class ProgressLine {
    private static final int BAR = 20;
    private static final int WIDTH_MAX = 79;
    private static final long MIN_NANOS = 100_000_000L;

    private final PrintWriter err;
    private boolean shown;
    private final int rows;
    private final int width;
    private final long started = System.nanoTime();
    private final Map<String, Long> running = new LinkedHashMap<>();
    private int done;
    private long executionsDone;
    private long lastDrawn;

    /** Of so many rows, on a terminal of so many columns. */
    ProgressLine(PrintWriter err, boolean shown, int rows, int columns) {
        this.err = err;
        this.shown = shown;
        this.rows = rows;
        this.width = Math.min(WIDTH_MAX, columns - 1);
    }

    synchronized void at(String row, long executions) {
        running.put(row, executions);
        if (shown && System.nanoTime() - lastDrawn > MIN_NANOS) {
            draw();
        }
    }

    synchronized void done(String row, long executions) {
        running.remove(row);
        executionsDone += executions;
        done++;
    }

    /** Clears the line, so that something else can be printed. */
    synchronized void clear() {
        if (shown) {
            err.print("\r" + " ".repeat(width) + "\r");
            err.flush();
        }
    }

    /** Clears the line for good: at the end, or when the user has had enough. */
    synchronized void close() {
        clear();
        shown = false;
    }

    private void draw() {
        lastDrawn = System.nanoTime();
        long executions = executionsDone
                + running.values().stream().mapToLong(Long::longValue).sum();
        double seconds = (lastDrawn - started) / 1e9;
        int filled = BAR * done / rows;
        String line = String.format(
                Locale.ROOT,
                "[%s%s] %d/%d rows, %,d executions, %,.0f/s, %.0f s: %s",
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                done,
                rows,
                executions,
                executions / seconds,
                seconds,
                String.join(" ", running.keySet()));
        err.print("\r" + (line.length() > width ? line.substring(0, width) : line));
        err.flush();
    }
}
