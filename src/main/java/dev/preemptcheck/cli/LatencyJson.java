package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.latency.CodePlace;
import dev.preemptcheck.latency.LatencyTrace;
import dev.preemptcheck.latency.NmiSample;
import dev.preemptcheck.latency.OffSection;
import dev.preemptcheck.latency.TimeShare;
import dev.preemptcheck.latency.TraceCheck;
import dev.preemptcheck.latency.TraceFindings;
import dev.preemptcheck.latency.TraceSettings;
import dev.preemptcheck.latency.TraceSummary;
import dev.preemptcheck.latency.TraceTally;
import dev.preemptcheck.latency.TracedTask;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The latency traces of a triage for programs, times in microseconds; see {@link TriageJson} for the conventions. */
final class LatencyJson {
    private LatencyJson() {}

    static ObjectNode node(TraceFindings findings) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("traces", findings.traces());
        node.put("keptMax", TraceTally.TRACES_MAX);
        ArrayNode kept = node.putArray("kept");
        for (int i = 0; i < findings.summaries().size(); i++) {
            kept.add(trace(findings.inputs().get(i), findings.summaries().get(i)));
        }
        return node;
    }

    private static ObjectNode trace(String input, TraceSummary summary) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("input", input);
        node.put("line", summary.read().startLine());
        node.put("label", summary.read().label());
        node.put("note", summary.read().note());
        header(node, summary.read().trace());
        node.put("lines", summary.lines());
        node.put("linesNotKept", summary.read().linesNotKept());
        node.put("deltas", name(summary.deltas()));
        node.set("checks", array(summary.checks(), LatencyJson::check));
        node.set("functions", array(summary.functions(), LatencyJson::share));
        node.put("functionsTotal", summary.functionsTotal());
        node.set("counts", array(summary.counts(), LatencyJson::countShare));
        node.set("steps", array(summary.steps(), LatencyJson::step));
        node.set("sections", array(summary.sections(), LatencyJson::section));
        node.set("nmiSamples", array(summary.samples(), LatencyJson::sample));
        node.put("nmiSamplesTotal", summary.samplesTotal());
        node.set("remarks", TriageJson.strings(summary.read().remarks()));
        return node;
    }

    private static <T> ArrayNode array(List<T> values, Function<T, ObjectNode> node) {
        return TriageJson.array(values.stream().map(node).toList());
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void header(ObjectNode node, LatencyTrace trace) {
        node.put("version", trace.version());
        node.put("kernelVersion", trace.kernel());
        number(node, "latency", trace.latencyMicros());
        number(node, "entriesShown", trace.entriesShown());
        number(node, "entriesTotal", trace.entriesTotal());
        node.set("settings", settings(trace.settings()));
        node.set("task", task(trace.task()));
        node.put("startedAt", place(trace.startedAt()));
        node.put("endedAt", place(trace.endedAt()));
    }

    private static void number(ObjectNode node, String key, long value) {
        if (value < 0) {
            node.putNull(key);
        } else {
            node.put(key, value);
        }
    }

    private static @Nullable String place(@Nullable CodePlace place) {
        return place == null ? null : place.text();
    }

    private static @Nullable ObjectNode settings(@Nullable TraceSettings settings) {
        if (settings == null) {
            return null;
        }
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("vp", settings.voluntary());
        node.put("kp", settings.kernel());
        node.put("sp", settings.softirq());
        node.put("hp", settings.hardirq());
        node.put("cpus", settings.cpus());
        return node;
    }

    private static @Nullable ObjectNode task(@Nullable TracedTask task) {
        if (task == null) {
            return null;
        }
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("comm", task.comm());
        node.put("pid", task.pid());
        node.put("uid", task.uid());
        node.put("nice", task.nice());
        node.put("policy", task.policy());
        node.put("rtPriority", task.rtPriority());
        return node;
    }

    private static ObjectNode check(TraceCheck check) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("invariant", name(check.invariant()));
        node.put("outcome", name(check.outcome()));
        node.put("detail", check.detail());
        return node;
    }

    private static ObjectNode share(TimeShare share) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("name", share.name());
        node.put("time", share.micros());
        node.put("lines", share.lines());
        return node;
    }

    private static ObjectNode countShare(TraceSummary.CountShare share) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.set("count", count(share.count()));
        node.put("time", share.share().micros());
        node.put("lines", share.share().lines());
        return node;
    }

    /** A count as the kernel prints it, and its fields. */
    static @Nullable ObjectNode count(@Nullable CountFields count) {
        if (count == null) {
            return null;
        }
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("value", count.hex());
        node.put("preempt", count.preempt());
        node.put("softirq", count.softirq());
        node.put("hardirq", count.hardirq());
        node.put("preemptActive", count.active());
        node.put("words", count.describe());
        return node;
    }

    private static ObjectNode step(TraceSummary.Step step) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("at", step.micros());
        node.put("time", step.ownMicros());
        node.put("function", step.function());
        node.put("parent", step.parent());
        node.set("count", count(step.count()));
        return node;
    }

    private static ObjectNode section(OffSection section) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("at", section.startMicros());
        node.put("time", section.micros());
        node.put("lines", section.lines());
        node.put("function", section.function());
        node.put("functionTime", section.functionMicros());
        return node;
    }

    private static ObjectNode sample(NmiSample sample) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("at", sample.micros());
        node.put("here", sample.here());
        node.put("other", sample.other());
        node.put("eflags", sample.eflags());
        node.put("interruptsOffThere", sample.interruptsOffThere());
        return node;
    }
}
