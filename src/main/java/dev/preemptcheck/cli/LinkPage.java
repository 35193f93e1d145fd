package dev.preemptcheck.cli;

import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.kernel.kbuild.Reference;
import dev.preemptcheck.report.LinkerText;
import dev.preemptcheck.report.Paragraphs;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.verify.LinkMatrix;
import dev.preemptcheck.verify.LinkResult;
import dev.preemptcheck.verify.LinkRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The configuration matrix as {@code list} and {@code show} print it. */
final class LinkPage {
    private LinkPage() {}

    /** The matrix of a system, if it has one: variants, then cells, those that are alike on one line. */
    static void list(Paragraphs text, String system) {
        List<LinkResult> results = LinkMatrix.rows().stream()
                .filter(row -> row.systemId().equals(system))
                .map(LinkRow::check)
                .toList();
        if (results.isEmpty()) {
            return;
        }
        text.add(0, "", system + " link: every way to build the kernel, and whether it links");
        for (Variant v : LinkMatrix.variants()) {
            text.add(2, String.format(Locale.ROOT, "%-25s", v.id()), v.patch() + ": " + v.summary());
        }
        text.line(system + " link rows");
        for (LinkGroup group : LinkGroup.of(results)) {
            String expected = group.results().get(0).row().expectation().toString();
            text.add(2, String.format(Locale.ROOT, "%-30s", group.name()), expected + ": " + group.configurations());
        }
    }

    /** One cell: what is built, and for each primitive who refers to it and what defines it. */
    static List<String> show(LinkRow row, int columns) {
        Paragraphs text = new Paragraphs(columns);
        text.add(0, "row       ", row.name());
        text.add(0, "variant   ", row.variant().id() + ": " + row.variant().summary());
        text.add(0, "patch     ", row.variant().patch());
        text.add(0, "kernel    ", row.version().release() + ", " + options(row));
        text.add(0, "expected  ", row.expectation().toString());
        Link link = row.tree().link(row.config());
        for (String symbol : link.symbols()) {
            List<String> objects = link.definedIn(symbol);
            text.line("  " + symbol);
            text.add(4, "in        ", objects.isEmpty() ? "nothing" : String.join(", ", objects));
            text.add(4, "asked for ", "by " + who(link.referencesTo(symbol)));
        }
        LinkerText.of(link).forEach(text::line);
        return text.lines();
    }

    private static String options(LinkRow row) {
        return row.tree().options(row.config()).stream()
                .map(option -> "CONFIG_" + option)
                .collect(Collectors.joining(", "));
    }

    private static String who(List<Reference> references) {
        Map<String, List<String>> functions = references.stream()
                .collect(Collectors.groupingBy(
                        Reference::object,
                        LinkedHashMap::new,
                        Collectors.mapping(Reference::function, Collectors.toList())));
        return functions.entrySet().stream()
                .map(e -> String.join(", ", e.getValue()) + " in " + e.getKey())
                .collect(Collectors.joining("; "));
    }
}
