package dev.preemptcheck.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.oops.AllocationFailures;
import dev.preemptcheck.oops.InputSummary;
import dev.preemptcheck.oops.KnownSeed;
import dev.preemptcheck.oops.RootCause;
import dev.preemptcheck.oops.SeedMatch;
import dev.preemptcheck.oops.SignatureGroup;
import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.oops.TriageReport;
import java.util.List;

/**
 * A triage for programs. The keys stand in a fixed order; words of the machine are strings of hexadecimal digits, as the log
 * has them; what the log doesn't have is null.
 */
final class TriageJson {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private TriageJson() {}

    /** The whole report as indented JSON. */
    static String text(TriageReport report) {
        ObjectNode root = NODES.objectNode();
        root.set("inputs", array(report.inputs().stream().map(TriageJson::input).toList()));
        root.put("oopses", report.oopses());
        root.put("quotedCopies", report.quotedCopies());
        root.put("unpairedBugLines", report.unpairedBugLines());
        root.set("records", records(report));
        root.set(
                "signatures",
                array(report.signatures().stream().map(TriageJson::group).toList()));
        root.set(
                "rootCauses",
                array(report.rootCauses().stream().map(TriageJson::cause).toList()));
        root.set("allocationFailures", allocations(report.allocationFailures()));
        root.set("messages", MessageJson.node(report));
        root.set("latencyTraces", LatencyJson.node(report.latencyTraces()));
        root.set("limits", limits(report));
        root.put("seedsCompared", report.seeds());
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes must be printable", e);
        }
    }

    private static ArrayNode records(TriageReport report) {
        ArrayNode array = NODES.arrayNode();
        for (int i = 0; i < report.records().size(); i++) {
            array.add(RecordJson.node(
                    report.records().get(i), report.recordSignatures().get(i)));
        }
        return array;
    }

    static ArrayNode array(List<ObjectNode> nodes) {
        return NODES.arrayNode().addAll(nodes);
    }

    static ArrayNode strings(List<String> texts) {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    static ObjectNode signature(Signature signature) {
        ObjectNode node = NODES.objectNode();
        node.put("rule", signature.rule());
        node.put("outcome", signature.outcome());
        node.put("place", signature.place());
        node.set("chain", strings(signature.chain()));
        return node;
    }

    private static ObjectNode input(InputSummary input) {
        ObjectNode node = NODES.objectNode();
        node.put("name", input.name());
        node.put("bytes", input.bytes());
        node.put("lines", input.lines());
        node.put("syslogLines", input.syslogLines());
        node.put("overlongLines", input.overlongLines());
        node.put("nulBytes", input.nulBytes());
        node.put("oopses", input.oopses());
        node.put("messages", input.messages());
        node.put("latencyTraces", input.traces());
        node.put("kernelVersion", input.kernelVersion());
        node.put("wholeRead", input.wholeRead());
        node.put("remark", input.remark());
        return node;
    }

    private static ObjectNode group(SignatureGroup group) {
        ObjectNode node = NODES.objectNode();
        node.put("number", group.number());
        node.setAll(signature(group.signature()));
        node.put("kernelVersion", group.kernelVersion());
        node.put("oopses", group.oopses());
        node.set("match", match(group.match()));
        return node;
    }

    private static ObjectNode match(SeedMatch match) {
        ObjectNode node = NODES.objectNode();
        node.put("known", match.isKnown());
        node.put("sameKernel", match.sameKernel());
        node.set(
                "seeds",
                array(match.reproducing().stream().map(TriageJson::seed).toList()));
        KnownSeed nearest = match.nearest();
        node.set("nearest", nearest == null ? NODES.nullNode() : seed(nearest));
        node.set("commonChain", strings(match.commonChain()));
        return node;
    }

    static ObjectNode seed(KnownSeed seed) {
        ObjectNode node = NODES.objectNode();
        node.put("name", seed.name());
        node.put("kernelVersion", seed.kernelVersion());
        node.set("signature", signature(seed.signature()));
        return node;
    }

    private static ObjectNode cause(RootCause cause) {
        ObjectNode node = NODES.objectNode();
        node.put("known", cause.isKnown());
        node.put("rule", cause.rule());
        node.put("place", cause.place());
        node.put("evidence", cause.evidence());
        ArrayNode numbers = NODES.arrayNode();
        cause.signatures().forEach(numbers::add);
        node.set("signatures", numbers);
        node.put("oopses", cause.oopses());
        return node;
    }

    private static ObjectNode allocations(AllocationFailures failures) {
        ObjectNode node = NODES.objectNode();
        node.put("whole", failures.whole());
        node.put("truncated", failures.truncated());
        ArrayNode runs = NODES.arrayNode();
        for (AllocationFailures.Run run : failures.runs()) {
            ObjectNode one = runs.addObject();
            one.put("time", run.time());
            one.put("host", run.host());
            one.put("order", run.order());
            one.put("gfp", run.gfp());
            one.put("pfMemalloc", run.pfMemalloc());
            one.put("printed", run.printed());
            one.put("repeats", run.repeats());
            one.put("truncated", run.truncated());
        }
        node.set("runs", runs);
        node.put("runsNotListed", failures.runsNotListed());
        return node;
    }

    private static ObjectNode limits(TriageReport report) {
        ObjectNode node = NODES.objectNode();
        node.put("recordsMax", Triage.RECORDS_MAX);
        node.put("recordsNotKept", report.oopses() - report.records().size());
        node.put("signaturesMax", Triage.SIGNATURES_MAX);
        node.put("oopsesBeyondSignatures", report.oopsesBeyondSignatures());
        node.put("hostsDropped", report.hostsDropped());
        return node;
    }
}
