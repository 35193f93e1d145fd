package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.litmus.LitmusOutcome;
import dev.preemptcheck.litmus.LitmusReport;
import dev.preemptcheck.litmus.program.LitmusTest.Expected;
import java.util.List;
import java.util.Locale;

/** The answer of {@code litmus} as JSON. */
final class LitmusJson {
    private LitmusJson() {}

    static ObjectNode of(List<LitmusReport> reports, String model) {
        ObjectNode root = ResultFile.object();
        root.put("format", 1);
        root.put("model", model);
        ArrayNode tests = root.putArray("tests");
        reports.forEach(report -> test(tests.addObject(), report));
        return root;
    }

    private static void test(ObjectNode node, LitmusReport report) {
        node.put("file", report.file());
        node.put("agreement", report.agreement().name().toLowerCase(Locale.ROOT));
        LitmusOutcome outcome = report.outcome();
        if (outcome == null) {
            node.put("reason", report.reason());
            return;
        }
        Expected expected = outcome.test().expected();
        node.put("test", outcome.test().name());
        node.put("condition", outcome.test().condition().toString());
        node.put("expected", expected == null ? null : expected.name().toLowerCase(Locale.ROOT));
        node.put("observation", outcome.observation().name().toLowerCase(Locale.ROOT));
        node.put("positive", outcome.positive());
        node.put("negative", outcome.negative());
        node.put("complete", outcome.complete());
        node.put("dataRace", outcome.raced());
        node.put("executions", outcome.executions());
        ArrayNode states = node.putArray("states");
        outcome.states().forEach(states::add);
    }
}
