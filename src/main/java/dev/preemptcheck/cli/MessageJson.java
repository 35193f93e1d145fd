package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.oops.SeedMatch;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.oops.message.CallFrame;
import dev.preemptcheck.oops.message.KernelMessage;
import dev.preemptcheck.oops.message.MessageFindings;
import dev.preemptcheck.oops.message.MessageTally;
import java.util.Locale;

/** The kernel messages of a triage for programs; see {@link TriageJson} for the conventions. */
final class MessageJson {
    private MessageJson() {}

    static ObjectNode node(TriageReport report) {
        MessageFindings findings = report.messages();
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("messages", findings.messages());
        node.put("quotedCopies", findings.quotedCopies());
        node.put("groupsMax", MessageTally.GROUPS_MAX);
        node.put("beyondGroups", findings.beyondGroups());
        ArrayNode groups = node.putArray("groups");
        for (int i = 0; i < findings.groups().size(); i++) {
            groups.add(group(findings.groups().get(i), report.messageSeeds().get(i)));
        }
        return node;
    }

    private static ObjectNode group(MessageFindings.Group group, SeedMatch match) {
        KernelMessage first = group.first();
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("kind", first.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        node.put("times", group.times());
        node.put("subject", first.subject());
        node.put("text", first.text());
        node.set("details", TriageJson.strings(first.details()));
        ObjectNode count = LatencyJson.count(first.count());
        node.set("count", first.countWords().isEmpty() && count != null ? count.retain("value") : count);
        node.put("task", first.task());
        node.put("pid", first.pid() < 0 ? null : Integer.valueOf(first.pid()));
        node.set("chain", TriageJson.strings(first.chain()));
        node.set("frames", frames(first));
        node.put("cut", first.cut());
        node.put("rule", first.kind().rule());
        node.set(
                "seeds",
                TriageJson.array(
                        match.reproducing().stream().map(TriageJson::seed).toList()));
        node.put("input", first.origin().input());
        node.put("line", first.origin().line());
        node.put("time", first.origin().time());
        node.put("host", first.origin().host());
        return node;
    }

    private static ArrayNode frames(KernelMessage message) {
        ArrayNode array = TriageJson.NODES.arrayNode();
        for (CallFrame frame : message.frames()) {
            ObjectNode node = array.addObject();
            node.put("symbol", frame.symbol());
            node.put("offset", frame.offset() < 0 ? null : Integer.valueOf(frame.offset()));
            node.put("size", frame.size() < 0 ? null : Integer.valueOf(frame.size()));
            node.put("module", frame.module());
            node.put("reliable", frame.reliable());
        }
        return array;
    }
}
