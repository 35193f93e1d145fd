package dev.preemptcheck.cli;

import dev.preemptcheck.verify.LinkResult;
import dev.preemptcheck.verify.LinkRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Cells of the configuration matrix that one line speaks for: of one variant and one choice of SMP and PREEMPT, where the linker
 * says the same and the same was expected.
 *
 * @param name the variant and that choice
 * @param results the cells
 * @param whole true if no other cell has that name
 */
record LinkGroup(String name, List<LinkResult> results, boolean whole) {

    /** These cells in groups, in the order of their first ones. */
    static List<LinkGroup> of(List<LinkResult> results) {
        Map<String, Map<Object, List<LinkResult>>> names = new LinkedHashMap<>();
        for (LinkResult result : results) {
            names.computeIfAbsent(nameOf(result.row()), name -> new LinkedHashMap<>())
                    .computeIfAbsent(likeness(result), likeness -> new ArrayList<>())
                    .add(result);
        }
        List<LinkGroup> groups = new ArrayList<>();
        names.forEach((name, alike) ->
                alike.values().forEach(cells -> groups.add(new LinkGroup(name, cells, alike.size() == 1))));
        return groups;
    }

    private static String nameOf(LinkRow row) {
        return row.variant().id() + "/" + row.config().axis();
    }

    private static Object likeness(LinkResult result) {
        return List.of(
                result.link().undefined(),
                result.link().multiple(),
                result.row().expectation());
    }

    /** The configurations, as short as they can be said. */
    String configurations() {
        if (whole && results.size() > 1) {
            return Counted.of(results.size(), "configuration");
        }
        List<String> types = distinct(row -> row.config().cpu().name());
        List<String> sizes = distinct(row -> row.config().memory().name());
        return types.size() * sizes.size() == results.size()
                ? String.join(" ", types) + " with " + String.join(" ", sizes)
                : String.join(
                        " ",
                        distinct(row -> row.config().cpu() + "/" + row.config().memory()));
    }

    private List<String> distinct(Function<LinkRow, String> token) {
        return results.stream().map(LinkResult::row).map(token).distinct().toList();
    }
}
