package dev.preemptcheck.cli;

import dev.preemptcheck.oops.InputSummary;
import dev.preemptcheck.oops.KnownSeed;
import dev.preemptcheck.oops.OopsRecord;
import dev.preemptcheck.oops.RootCause;
import dev.preemptcheck.oops.SeedMatch;
import dev.preemptcheck.oops.SignatureGroup;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.report.Paragraphs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A triage for people: what was read, then each root cause with its signatures and, under each signature, its oopses.
 */
final class TriageText {
    static final int OOPSES_SHOWN_MAX = 10;
    private static final int SEEDS_SHOWN_MAX = 10;

    private final TriageReport report;
    private final Paragraphs out;

    /** Fits {@code columns}, at most 80, except where a name is longer than that. */
    TriageText(TriageReport report, int columns) {
        this.report = report;
        this.out = Paragraphs.ofProse(columns);
    }

    /** The lines of the report. */
    List<String> lines() {
        report.inputs().forEach(this::input);
        out.blank();
        total();
        report.rootCauses().forEach(this::cause);
        new MessageText(report, out).add();
        new LatencyText(report.latencyTraces(), report.inputs().size() > 1, out).add();
        TriageRemarks.add(report, out);
        return out.lines();
    }

    private void input(InputSummary input) {
        List<String> facts = new ArrayList<>();
        facts.add(Counted.of(input.lines(), "line"));
        facts.add(Counted.of(input.oopses(), "oops", "oopses"));
        if (input.messages() > 0) {
            facts.add(Counted.of(input.messages(), "kernel message"));
        }
        if (input.traces() > 0) {
            facts.add(Counted.of(input.traces(), "latency trace"));
        }
        if (!input.kernelVersion().isEmpty()) {
            facts.add("kernel " + input.kernelVersion());
        }
        if (!input.wholeRead()) {
            facts.add("NOT READ TO ITS END");
        }
        if (!input.remark().isEmpty()) {
            facts.add(input.remark());
        }
        String name = input.name().equals("-") ? "standard input" : input.name();
        out.add(0, name + ": ", String.join(", ", facts));
    }

    private void total() {
        if (report.oopses() == 0) {
            out.add(0, "", "No oops found.");
            return;
        }
        long known = report.rootCauses().stream().filter(RootCause::isKnown).count();
        long unknown = report.rootCauses().size() - known;
        List<String> causes = new ArrayList<>();
        if (known > 0 || unknown == 0) {
            causes.add(Counted.of(known, "root cause"));
        }
        if (unknown > 0) {
            causes.add(Counted.of(unknown, "signature") + " of unknown cause");
        }
        out.add(
                0,
                "",
                Counted.of(report.oopses(), "oops", "oopses") + ", "
                        + Counted.of(report.signatures().size(), "distinct signature") + ", "
                        + String.join(", ", causes));
    }

    private void cause(RootCause cause) {
        out.blank();
        String title = cause.rule().isEmpty() ? (cause.place().isEmpty() ? "unknown" : "BUG") : cause.rule();
        String place = cause.place().isEmpty() ? "" : " at " + cause.place();
        out.add(
                0,
                "ROOT CAUSE: ",
                title + place + " (" + Counted.of(cause.oopses(), "oops", "oopses") + ", "
                        + Counted.of(cause.signatures().size(), "signature") + ")");
        out.add(2, "because: ", cause.evidence());
        if (cause.rule().contains("slot-busy")) {
            out.add(2, "note: ", "the tasks below are victims; the log doesn't show who broke the rule, a seed does");
        }
        report.signatures().stream()
                .filter(group -> cause.signatures().contains(group.number()))
                .forEach(this::signature);
    }

    private void signature(SignatureGroup group) {
        out.blank();
        out.add(2, "SIGNATURE " + group.number() + ": ", Counted.of(group.oopses(), "oops", "oopses"));
        out.add(4, "chain:  ", chain(group.signature().chain()));
        out.add(4, "bug:    ", bug(group));
        seeds(group.match());
        List<OopsRecord> kept = kept(group.number());
        kept.forEach(this::oops);
        if (group.oopses() > kept.size()) {
            out.add(4, "", "and " + (group.oopses() - kept.size()) + " more");
        }
    }

    private List<OopsRecord> kept(int signature) {
        return IntStream.range(0, report.records().size())
                .filter(i -> report.recordSignatures().get(i) == signature)
                .limit(OOPSES_SHOWN_MAX)
                .mapToObj(report.records()::get)
                .toList();
    }

    private static String bug(SignatureGroup group) {
        OopsRecord first = group.first();
        if (first.bug() != null) {
            return first.bug().text();
        }
        return group.signature().rule().equals("BUG")
                ? "a BUG, but the log has no line that says where"
                : (first.reason().isEmpty() ? "no BUG: " + first.trap() : first.reason());
    }

    private static String chain(List<String> functions) {
        return functions.isEmpty() ? "unknown, the EIP line is lost" : String.join(" < ", functions);
    }

    /** The seeds of a match, so many at most. */
    static void reproducing(SeedMatch match, Paragraphs out) {
        List<KnownSeed> seeds = match.reproducing();
        for (KnownSeed seed : seeds.subList(0, Math.min(seeds.size(), SEEDS_SHOWN_MAX))) {
            String model = match.sameKernel() ? "same kernel" : "models " + seed.kernelVersion();
            out.add(4, "seed:   ", seed.name() + " (" + model + "): preemptcheck replay " + seed.name());
        }
        if (seeds.size() > SEEDS_SHOWN_MAX) {
            out.add(4, "seed:   ", "and " + (seeds.size() - SEEDS_SHOWN_MAX) + " more");
        }
    }

    private void seeds(SeedMatch match) {
        reproducing(match, out);
        if (!match.isKnown()) {
            KnownSeed nearest = match.nearest();
            out.add(
                    4,
                    "seed:   ",
                    nearest == null
                            ? "none; unknown, and no seed is like it"
                            : "none; unknown. Nearest is " + nearest.name() + ", alike in "
                                    + chain(match.commonChain()));
        }
    }

    private void oops(OopsRecord oops) {
        OopsRecord.Origin origin = oops.origin();
        String eip = oops.eip() == null ? "EIP lost" : oops.eip().text();
        String process = oops.process().isEmpty() ? "process lost" : oops.process() + " (" + oops.pid() + ")";
        String where = report.inputs().size() > 1 ? origin.input() + " line " : "line ";
        out.add(4, "- ", (origin.time() + " " + process + ", " + eip + ", " + where + origin.line()).strip());
        TriageRemarks.frames(oops).forEach(frame -> out.add(6, "", frame));
        oops.warnings().forEach(warning -> out.add(6, "warning: ", warning));
    }
}
