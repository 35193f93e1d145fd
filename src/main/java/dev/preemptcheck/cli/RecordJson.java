package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.oops.BugLine;
import dev.preemptcheck.oops.OopsRecord;
import dev.preemptcheck.oops.PageFrames;
import dev.preemptcheck.oops.TraceEntry;
import org.jspecify.annotations.Nullable;

/** One oops for programs; see {@link TriageJson} for the conventions. */
final class RecordJson {
    private RecordJson() {}

    static ObjectNode node(OopsRecord oops, int signatureNumber) {
        ObjectNode node = TriageJson.NODES.objectNode();
        OopsRecord.Origin origin = oops.origin();
        node.put("input", origin.input());
        node.put("line", origin.line());
        node.put("quoteDepth", origin.quoteDepth());
        node.put("time", origin.time());
        node.put("host", origin.host());
        node.put("kernelVersion", origin.kernelVersion());
        BugLine bug = oops.bug();
        node.put("bug", bug == null ? null : bug.text());
        node.put("reason", oops.reason());
        node.put("trap", oops.trap());
        number(node, "cpu", oops.cpu());
        node.set("eip", entry(oops.eip()));
        node.put("process", oops.process());
        number(node, "pid", oops.pid());
        node.put("stackPage", oops.stackPage() < 0 ? null : word(oops.stackPage()));
        node.put("signature", signatureNumber);
        node.set("chain", TriageJson.strings(oops.signature().chain()));
        node.set("registers", registers(oops));
        node.set(
                "stack",
                TriageJson.strings(oops.stack().stream().map(RecordJson::word).toList()));
        node.set("trace", trace(oops));
        node.set(
                "code",
                TriageJson.strings(
                        oops.code().stream().map(b -> String.format("%02x", b)).toList()));
        node.set("pageFrames", frames(oops.frames()));
        node.set("warnings", TriageJson.strings(oops.warnings()));
        return node;
    }

    private static ObjectNode registers(OopsRecord oops) {
        ObjectNode node = TriageJson.NODES.objectNode();
        oops.registers()
                .forEach((name, value) -> node.put(
                        name, name.endsWith("s") && name.length() == 2 ? String.format("%04x", value) : word(value)));
        return node;
    }

    private static ArrayNode trace(OopsRecord oops) {
        ArrayNode array = TriageJson.NODES.arrayNode();
        oops.trace().forEach(entry -> array.add(entry(entry)));
        return array;
    }

    private static @Nullable ObjectNode entry(@Nullable TraceEntry entry) {
        if (entry == null) {
            return null;
        }
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("symbol", entry.symbol());
        node.put("offset", entry.offset() == TraceEntry.UNKNOWN ? null : Integer.valueOf(entry.offset()));
        node.put("size", entry.size());
        node.put("module", entry.module());
        node.put("reliable", entry.reliable());
        return node;
    }

    private static ObjectNode frames(PageFrames frames) {
        ObjectNode node = TriageJson.NODES.objectNode();
        node.put("esi", frames.esi() < 0 ? null : String.format("%05x", frames.esi()));
        node.put("ebp", frames.ebp() < 0 ? null : String.format("%05x", frames.ebp()));
        node.put("pte", frames.pte() < 0 ? null : word(frames.pte()));
        node.put("sourceSlot", frames.sourceSlot());
        return node;
    }

    private static void number(ObjectNode node, String key, int value) {
        if (value < 0) {
            node.putNull(key);
        } else {
            node.put(key, value);
        }
    }

    private static String word(long value) {
        return String.format("%08x", value);
    }
}
