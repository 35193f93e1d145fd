package dev.preemptcheck.cli;

import dev.preemptcheck.report.Paragraphs;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Roster;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The marks of a system's variants: words that contexts access at a time without a lock, on purpose, and why that is right.
 * What is marked by its instruction alone, locks and waits among it, is not listed.
 */
final class MarkText {
    private final ModelledSystem system;
    /** The variants with a mark, by word and reason. */
    private final Map<String, Set<String>> variants = new TreeMap<>();

    MarkText(ModelledSystem system) {
        this.system = system;
        for (Variant variant : system.variants()) {
            system.configs()
                    .forEach(config -> Roster.of(system.of(Size.QUICK, config, variant))
                            .marks()
                            .forEach((word, reason) -> variants.computeIfAbsent(
                                            word + ": " + reason, mark -> new LinkedHashSet<>())
                                    .add(variant.id())));
        }
    }

    /** A line for each mark, with its variants unless all have it. */
    void addTo(Paragraphs text) {
        variants.forEach((mark, ids) -> text.add(
                2,
                "marked ",
                mark + (ids.size() == system.variants().size() ? "" : " (" + String.join(", ", ids) + ")")));
    }
}
