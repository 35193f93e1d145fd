package dev.preemptcheck.cli;

import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.latency.CodePlace;
import dev.preemptcheck.latency.LatencyTrace;
import dev.preemptcheck.latency.NmiSample;
import dev.preemptcheck.latency.OffSection;
import dev.preemptcheck.latency.TimeShare;
import dev.preemptcheck.latency.TraceCheck;
import dev.preemptcheck.latency.TraceFindings;
import dev.preemptcheck.latency.TraceLine;
import dev.preemptcheck.latency.TraceSettings;
import dev.preemptcheck.latency.TraceSummary;
import dev.preemptcheck.latency.TracedTask;
import dev.preemptcheck.report.Paragraphs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The latency traces of a triage for people: the longest first, each with its invariants and where its time went. */
final class LatencyText {
    private static final int SHOWN_MAX = 5;
    private static final int SAMPLES_SHOWN_MAX = 3;

    private final TraceFindings findings;
    private final boolean manyInputs;
    private final Paragraphs out;

    LatencyText(TraceFindings findings, boolean manyInputs, Paragraphs out) {
        this.findings = findings;
        this.manyInputs = manyInputs;
        this.out = out;
    }

    void add() {
        if (findings.traces() == 0) {
            return;
        }
        List<Integer> longestFirst = IntStream.range(0, findings.summaries().size())
                .boxed()
                .sorted(Comparator.comparingLong(
                        i -> -findings.summaries().get(i).micros()))
                .toList();
        out.blank();
        List<String> latencies = longestFirst.stream()
                .limit(TriageText.OOPSES_SHOWN_MAX)
                .map(i -> latency(findings.summaries().get(i)))
                .toList();
        out.add(
                0,
                "LATENCY TRACES: ",
                findings.traces() + ", longest first " + String.join(", ", latencies)
                        + (findings.traces() > latencies.size() ? ", .." : ""));
        longestFirst.stream()
                .limit(TriageText.OOPSES_SHOWN_MAX)
                .forEach(i ->
                        trace(findings.inputs().get(i), findings.summaries().get(i)));
        if (findings.traces() > TriageText.OOPSES_SHOWN_MAX) {
            out.add(2, "", "and " + (findings.traces() - TriageText.OOPSES_SHOWN_MAX) + " more");
        }
    }

    private static String latency(TraceSummary summary) {
        boolean said = summary.read().trace().latencyMicros() >= 0;
        return said ? summary.micros() + " us" : summary.micros() + " us of an excerpt";
    }

    private void trace(String input, TraceSummary summary) {
        LatencyTrace trace = summary.read().trace();
        out.blank();
        String version = (trace.version() + (trace.kernel().isEmpty() ? "" : " on " + trace.kernel())).strip();
        out.add(
                2,
                "TRACE: ",
                latency(summary) + (version.isEmpty() ? "" : ", " + version) + ", "
                        + Counted.of(summary.lines(), "entry", "entries") + " from "
                        + (manyInputs ? input + " line " : "line ")
                        + summary.read().startLine());
        header(summary);
        if (summary.lines() > 0) {
            checks(summary.checks());
            times(summary);
            summary.samples().stream().limit(SAMPLES_SHOWN_MAX).forEach(this::sample);
            if (summary.samplesTotal() > SAMPLES_SHOWN_MAX) {
                out.add(4, "nmi:    ", "and " + (summary.samplesTotal() - SAMPLES_SHOWN_MAX) + " more");
            }
        }
        summary.read().remarks().forEach(remark -> out.add(4, "warning: ", remark));
        if (summary.read().linesNotKept() > 0) {
            out.add(4, "warning: ", Counted.of(summary.read().linesNotKept(), "line") + " at its end not looked at");
        }
    }

    private void header(TraceSummary summary) {
        LatencyTrace trace = summary.read().trace();
        if (!summary.read().label().isEmpty()) {
            out.add(
                    4,
                    "mail:   ",
                    summary.read().label() + ", " + summary.read().note());
        }
        TracedTask task = trace.task();
        if (task != null) {
            out.add(
                    4,
                    "task:   ",
                    task.comm() + " (" + task.pid() + "), uid " + task.uid() + ", nice " + task.nice() + ", policy "
                            + task.policy() + ", rt_prio " + task.rtPriority());
        }
        TraceSettings settings = trace.settings();
        if (settings != null) {
            out.add(4, "kernel: ", settings.text());
        }
        place("from:   ", trace.startedAt());
        place("to:     ", trace.endedAt());
    }

    private void place(String label, @Nullable CodePlace place) {
        if (place != null) {
            out.add(4, label, place.text());
        }
    }

    private void checks(List<TraceCheck> checks) {
        for (TraceCheck.Outcome outcome : TraceCheck.Outcome.values()) {
            List<String> texts = checks.stream()
                    .filter(check -> check.outcome() == outcome)
                    .map(check -> check.invariant().name().toLowerCase(Locale.ROOT) + " (" + check.detail() + ")")
                    .toList();
            if (!texts.isEmpty()) {
                String label = String.format("%-8s", outcome.name().toLowerCase(Locale.ROOT) + ":");
                out.add(4, label.endsWith(" ") ? label : label + " ", String.join(", ", texts));
            }
        }
    }

    private void times(TraceSummary summary) {
        List<String> functions = new ArrayList<>(summary.functions().stream()
                .limit(SHOWN_MAX)
                .filter(share -> share.micros() > 0)
                .map(LatencyText::share)
                .toList());
        if (summary.functionsTotal() > functions.size()) {
            functions.add("others");
        }
        out.add(4, "time:   ", String.join(", ", functions));
        summary.steps().stream().limit(1).forEach(step -> {
            CountFields count = step.count();
            out.add(
                    4,
                    "worst:  ",
                    step.ownMicros() + " us from " + TraceLine.millis(step.micros()) + " in " + step.function() + " ("
                            + step.parent() + ")" + (count == null ? "" : " at " + count(count)));
        });
        summary.counts().stream()
                .limit(SHOWN_MAX)
                .forEach(share -> out.add(
                        4,
                        "count:  ",
                        count(share.count()) + ": " + share.share().micros() + " us in "
                                + Counted.of(share.share().lines(), "line")));
        summary.sections().stream().limit(SHOWN_MAX).forEach(this::section);
    }

    private static String share(TimeShare share) {
        return share.name() + " " + share.micros() + " us (" + share.lines() + ")";
    }

    private static String count(CountFields count) {
        return count.hex() + " (" + count.describe() + ")";
    }

    private void section(OffSection section) {
        out.add(
                4,
                "off:    ",
                section.micros() + " us from " + TraceLine.millis(section.startMicros()) + ", "
                        + Counted.of(section.lines(), "line") + ", most in " + section.function() + " ("
                        + section.functionMicros() + " us)");
    }

    private void sample(NmiSample sample) {
        out.add(
                4,
                "nmi:    ",
                "at " + TraceLine.millis(sample.micros()) + " this CPU is in " + sample.here() + ", the other in "
                        + sample.other() + " with EFLAGS " + sample.eflags() + ": interrupts "
                        + (sample.interruptsOffThere() ? "OFF there" : "on there"));
    }
}
