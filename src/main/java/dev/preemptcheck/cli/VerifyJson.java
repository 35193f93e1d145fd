package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.RowResult;
import java.util.List;
import java.util.Locale;

/** The answer of {@code verify} as JSON. */
final class VerifyJson {
    private VerifyJson() {}

    static ObjectNode of(List<RowResult> results, Size size, String carrier) {
        ObjectNode root = ResultFile.object();
        root.put("format", 1);
        root.put("size", size.id());
        root.put("interrupts", size.interrupts());
        root.put("preemptions", size.preemptions());
        root.put("carrier", carrier);
        ArrayNode rows = root.putArray("rows");
        results.forEach(result -> row(rows.addObject(), result));
        return root;
    }

    private static void row(ObjectNode node, RowResult result) {
        node.put("row", result.row().name());
        node.put("system", result.row().system().id());
        node.put("expected", result.row().expectation().toString());
        node.put("agreement", result.agreement().name().toLowerCase(Locale.ROOT));
        verdict(node, result.verdict());
        ArrayNode findings = node.putArray("findings");
        for (RowResult.Saved saved : result.findings()) {
            ObjectNode finding = findings.addObject();
            finding.put("violation", saved.signature().violation());
            finding.put("place", saved.signature().place());
            finding.put("chain", String.join(" < ", saved.signature().chain()));
            finding.put("hazard", saved.finding().hazard());
            finding.put("deviations", saved.finding().schedule().size());
            finding.put("seed", saved.seed().toString());
        }
        ArrayNode faults = node.putArray("shape");
        result.faults()
                .forEach(fault -> fault(faults.addObject(), fault, result.row().config()));
        ArrayNode missing = node.putArray("missing");
        result.missing().forEach(missing::add);
    }

    private static void fault(ObjectNode node, ShapeFault fault, KernelConfig config) {
        node.put("violation", fault.signature().violation());
        node.put("function", fault.function());
        node.put("text", fault.text());
        node.put("happensHere", fault.happensIn(config));
        ArrayNode needs = node.putArray("needs");
        fault.missingIn(config).forEach(needs::add);
    }

    private static void verdict(ObjectNode node, Verdict verdict) {
        node.put("reached", verdict.describe());
        node.put("executions", verdict.executions());
        if (verdict instanceof Verdict.Proved proved) {
            node.put("verdict", "proved");
            node.put("withinBounds", proved.cut());
            node.put("states", proved.states());
            node.put("loopStates", proved.loopStates());
            node.put("collisionBound", proved.collisionBound());
        } else if (verdict instanceof Verdict.Refuted refuted) {
            node.put("verdict", "refuted");
            node.put("complete", refuted.extent() == Verdict.Extent.ALL);
            node.put("states", refuted.states());
        } else {
            node.put("verdict", "undecided");
        }
    }
}
