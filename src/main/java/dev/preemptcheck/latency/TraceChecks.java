package dev.preemptcheck.latency;

import dev.preemptcheck.latency.TraceCheck.Invariant;
import dev.preemptcheck.latency.TraceCheck.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Compares a trace with the invariants of fact 7.6. Where lines were left out, neighbours are not compared. */
final class TraceChecks {
    private static final long END_TOLERANCE_MICROS = 2;
    private static final int SHOWN_MAX = 3;

    private final ReadTrace read;
    private final LatencyTrace trace;
    private final List<TraceLine> lines;
    private final DeltaMeaning meaning;

    private TraceChecks(ReadTrace read, DeltaMeaning meaning) {
        this.read = read;
        this.trace = read.trace();
        this.lines = trace.lines();
        this.meaning = meaning;
    }

    static List<TraceCheck> of(ReadTrace read, DeltaMeaning meaning) {
        TraceChecks checks = new TraceChecks(read, meaning);
        return List.of(checks.times(), checks.deltas(), checks.end(), checks.lineCount(), checks.counts());
    }

    private TraceCheck times() {
        List<String> odd = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).micros() < lines.get(i - 1).micros()) {
                odd.add(TraceLine.millis(lines.get(i).micros()) + " after "
                        + TraceLine.millis(lines.get(i - 1).micros()));
            }
        }
        return neighbours(Invariant.TIMES, odd, lines.size() - 1, "");
    }

    private TraceCheck deltas() {
        List<String> odd = new ArrayList<>();
        int pairs = 0;
        for (int i = 1; i < lines.size(); i++) {
            TraceLine line = lines.get(i - 1);
            TraceLine next = lines.get(i);
            if (!next.afterElision()) {
                pairs++;
                if (!meaning.fits(line, next)) {
                    odd.add(TraceLine.millis(line.micros()) + " and +"
                            + TraceLine.millis(meaning.between(line, next)) + " to "
                            + TraceLine.millis(next.micros()));
                }
            }
        }
        String what = meaning == DeltaMeaning.TO_NEXT ? "to the next line" : "since the line before";
        return neighbours(Invariant.DELTAS, odd, pairs, what);
    }

    private TraceCheck end() {
        if (trace.latencyMicros() < 0 || lines.isEmpty()) {
            return new TraceCheck(Invariant.END, Outcome.UNKNOWN, lines.isEmpty() ? "no lines" : "no latency is given");
        }
        long last = lines.get(lines.size() - 1).micros();
        boolean holds = read.linesNotKept() == 0 && Math.abs(last - trace.latencyMicros()) <= END_TOLERANCE_MICROS;
        return new TraceCheck(
                Invariant.END,
                holds ? Outcome.HOLDS : Outcome.FAILS,
                "last line at " + TraceLine.millis(last) + " of " + TraceLine.millis(trace.latencyMicros())
                        + (read.endsInElision() ? ", lines left out there" : ""));
    }

    private TraceCheck lineCount() {
        long present = lines.size() + read.linesNotKept();
        if (trace.entriesShown() < 0) {
            return new TraceCheck(Invariant.LINES, Outcome.UNKNOWN, present + " lines, no number is given");
        }
        boolean more = trace.entriesTotal() > trace.entriesShown();
        return new TraceCheck(
                Invariant.LINES,
                present == trace.entriesShown() ? Outcome.HOLDS : Outcome.FAILS,
                present + " of " + trace.entriesShown() + " lines"
                        + (more ? ", of " + trace.entriesTotal() + " that were traced" : ""));
    }

    private TraceCheck counts() {
        CountWalk walk = CountWalk.over(lines);
        TraceCheck check = neighbours(Invariant.COUNTS, walk.odd(), walk.pairs(), "");
        if (walk.inlined().isEmpty() || check.outcome() != Outcome.HOLDS) {
            return check;
        }
        return new TraceCheck(
                Invariant.COUNTS,
                Outcome.HOLDS,
                check.detail() + ", " + walk.inlined().size() + " by inlined code: " + first(walk.inlined()));
    }

    private static String first(List<String> texts) {
        return String.join("; ", texts.subList(0, Math.min(texts.size(), SHOWN_MAX)))
                + (texts.size() > SHOWN_MAX ? "; .." : "");
    }

    private static TraceCheck neighbours(Invariant invariant, List<String> odd, int pairs, String what) {
        String unit = pairs + (pairs == 1 ? " pair" : " pairs");
        String prefix = what.isEmpty() ? "" : what + ", ";
        if (pairs <= 0) {
            return new TraceCheck(invariant, Outcome.UNKNOWN, "no two neighbours to compare");
        }
        if (odd.isEmpty()) {
            return new TraceCheck(invariant, Outcome.HOLDS, prefix + unit);
        }
        return new TraceCheck(invariant, Outcome.FAILS, prefix + odd.size() + " of " + unit + ": " + first(odd));
    }
}
