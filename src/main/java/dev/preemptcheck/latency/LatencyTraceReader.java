package dev.preemptcheck.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds latency traces in a text that may hold anything else (fact 7.6): whole ones, headers that a mail shortened, bare lines, with text
 * and dots in between, and lines that a mail wrapped. Give it each line with {@link #accept}, then call {@link #finish}. It never fails:
 * what can't be read is a remark of the trace. One trace is open at a time, with at most {@link #LINES_MAX} lines.
 */
public final class LatencyTraceReader {
    /** Lines of a trace that are kept; the tracer itself shows at most 4000. */
    public static final int LINES_MAX = 10_000;

    private static final int FOREIGN_LINES_MAX = 16;
    private static final int REMARKS_MAX = 8;
    private static final int WRAPPED_CHARS_MAX = 400;

    private final Consumer<ReadTrace> sink;
    private final List<TraceLine> lines = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private HeaderLines header = new HeaderLines();
    private boolean open;
    private long startNumber;
    private long notKept;
    private boolean elided;
    private boolean dotsLast;
    private int foreign;
    private String held = "";
    private long heldNumber;

    /** A reader that hands on each trace when it is over. */
    public LatencyTraceReader(Consumer<ReadTrace> sink) {
        this.sink = sink;
    }

    /**
     * Takes the next line, without quote marks and envelope.
     *
     * @param number where it stands in the file
     * @return whether it is part of a trace
     */
    public boolean accept(String line, long number) {
        String text = line.strip();
        if (!held.isEmpty()) {
            String whole = held + " " + text;
            long start = heldNumber;
            held = "";
            if (takeWhole(whole, start)) {
                return true;
            }
            if (!isBegunBy(text) && canGrow(whole)) {
                return hold(whole, start);
            }
            remark("line " + start + " is cut off");
            elided = true;
        }
        return takeWhole(text, number) || holdOrPass(text, number);
    }

    /** Whether a line, blanks around it stripped, can begin a trace where none is open. */
    public static boolean isBegunBy(String text) {
        return HeaderLines.begins(text) || TraceLine.isHead(text) || TraceLine.of(text, false) != null;
    }

    private static boolean canGrow(String text) {
        return text.length() <= WRAPPED_CHARS_MAX && (TraceLine.isHead(text) || HeaderLines.isWrapped(text));
    }

    private boolean hold(String text, long number) {
        held = text;
        heldNumber = number;
        return true;
    }

    private boolean holdOrPass(String text, long number) {
        if (TraceLine.isHead(text) || (open && HeaderLines.isWrapped(text))) {
            begin(number);
            return hold(text, number);
        }
        return open && pass(text);
    }

    private boolean takeWhole(String text, long number) {
        TraceLine line = TraceLine.of(text, elided && !lines.isEmpty());
        if (line != null) {
            return takeLine(line, number);
        }
        if (HeaderLines.begins(text) && (!open || header.isBegunAnewBy(text, !lines.isEmpty()))) {
            finish();
        }
        if ((open || HeaderLines.begins(text)) && !HeaderLines.isWrapped(text) && header.take(text)) {
            begin(number);
            foreign = 0;
            return true;
        }
        return false;
    }

    private boolean takeLine(TraceLine line, long number) {
        boolean startsOver = !lines.isEmpty()
                && line.afterElision()
                && line.micros() < lines.get(lines.size() - 1).micros();
        if (startsOver) {
            finish();
            return takeLine(
                    new TraceLine(
                            line.task(),
                            line.count(),
                            line.micros(),
                            line.deltaMicros(),
                            line.function(),
                            line.parent(),
                            false),
                    number);
        }
        begin(number);
        foreign = 0;
        elided = false;
        dotsLast = false;
        if (lines.size() < LINES_MAX) {
            lines.add(line);
        } else {
            notKept++;
        }
        return true;
    }

    private void begin(long number) {
        if (!open) {
            open = true;
            startNumber = number;
        }
    }

    /** Other text in an open trace: lines may be missing where it stands. */
    private boolean pass(String text) {
        boolean dots = text.startsWith("...");
        elided |= !lines.isEmpty();
        dotsLast |= dots && elided;
        foreign += dots ? 0 : 1;
        if (foreign > FOREIGN_LINES_MAX) {
            finish();
        }
        return dots;
    }

    private void remark(String text) {
        if (remarks.size() < REMARKS_MAX) {
            remarks.add(text);
        }
    }

    /** Ends the open trace, if any; to be called at the end of the text. */
    public void finish() {
        if (!held.isEmpty()) {
            remark("line " + heldNumber + " is cut off");
            held = "";
        }
        if (open) {
            sink.accept(new ReadTrace(
                    header.trace(lines), startNumber, header.label, header.note, notKept, dotsLast, remarks));
        }
        header = new HeaderLines();
        lines.clear();
        remarks.clear();
        open = false;
        elided = false;
        dotsLast = false;
        notKept = 0;
        foreign = 0;
    }
}
