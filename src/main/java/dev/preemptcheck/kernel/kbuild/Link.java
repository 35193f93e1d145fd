package dev.preemptcheck.kernel.kbuild;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What came of linking a kernel.
 *
 * @param definitions of all that was linked, in the linker's order
 * @param references the same
 */
public record Link(List<Definition> definitions, List<Reference> references) {
    public Link {
        definitions = List.copyOf(definitions);
        references = List.copyOf(references);
    }

    /**
     * A function or word that is defined once more than it may be.
     *
     * @param first the definition that holds
     * @param again the object that has another
     */
    public record Clash(Definition first, String again) {}

    /** True if there is a kernel. */
    public boolean succeeds() {
        return errors().isEmpty();
    }

    /** What is asked for and defined nowhere. */
    public List<Reference> undefined() {
        return references.stream().filter(r -> definedIn(r.symbol()).isEmpty()).toList();
    }

    /** What is defined more than once, asked for or not. */
    public List<Clash> multiple() {
        SortedMap<String, Definition> first = new TreeMap<>();
        List<Clash> clashes = new ArrayList<>();
        for (Definition definition : definitions) {
            Definition before = first.putIfAbsent(definition.symbol(), definition);
            if (before != null) {
                clashes.add(new Clash(before, definition.object()));
            }
        }
        return List.copyOf(clashes);
    }

    /** Each error once: {@code undefined(symbol)}, {@code multiple(symbol)}. */
    public List<String> errors() {
        return Stream.concat(
                        multiple().stream().map(c -> "multiple(" + c.first().symbol() + ")"),
                        undefined().stream().map(r -> "undefined(" + r.symbol() + ")"))
                .distinct()
                .toList();
    }

    /** The objects that define it. */
    public List<String> definedIn(String symbol) {
        return definitions.stream()
                .filter(d -> d.symbol().equals(symbol))
                .map(Definition::object)
                .toList();
    }

    /** What is asked for, in the order in which it is first. */
    public List<String> symbols() {
        return references.stream().map(Reference::symbol).distinct().toList();
    }

    /** Who asks for it. */
    public List<Reference> referencesTo(String symbol) {
        return references.stream().filter(r -> r.symbol().equals(symbol)).toList();
    }
}
