package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.kernel.kbuild.Reference;
import dev.preemptcheck.report.LinkerText;
import dev.preemptcheck.verify.LinkResult;
import java.util.List;
import java.util.Locale;

/** What {@code verify} says of the configuration matrix as JSON. */
final class LinkJson {
    private LinkJson() {}

    /** Adds {@code links}: an object for each cell that was chosen. */
    static void addTo(ObjectNode root, List<LinkResult> results) {
        ArrayNode links = root.putArray("links");
        results.forEach(result -> link(links.addObject(), result));
    }

    private static void link(ObjectNode node, LinkResult result) {
        node.put("row", result.row().name());
        node.put("system", result.row().systemId());
        node.put("expected", result.row().expectation().toString());
        node.put("agreement", result.agreement().name().toLowerCase(Locale.ROOT));
        node.put("links", result.link().succeeds());
        ArrayNode undefined = node.putArray("undefined");
        for (Reference reference : result.link().undefined()) {
            undefined
                    .addObject()
                    .put("symbol", reference.symbol())
                    .put("object", reference.object())
                    .put("function", reference.function());
        }
        ArrayNode multiple = node.putArray("multiple");
        for (Link.Clash clash : result.link().multiple()) {
            multiple.addObject()
                    .put("symbol", clash.first().symbol())
                    .put("first", clash.first().object())
                    .put("again", clash.again());
        }
        ArrayNode lines = node.putArray("linker");
        LinkerText.of(result.link()).forEach(lines::add);
    }
}
