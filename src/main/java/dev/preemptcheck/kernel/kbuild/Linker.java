package dev.preemptcheck.kernel.kbuild;

import dev.preemptcheck.kernel.kbuild.KernelTree.ObjectFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code ld} with objects and archives in one group: every object is linked, and of the archives' members each that defines what
 * is missing, the first that does so, until none helps.
 *
 * @param objects what was built, in the linker's order
 * @param definitions what is in those objects, and in others
 * @param references in the order of their functions within an object
 */
record Linker(List<ObjectFile> objects, List<Definition> definitions, List<Reference> references) {

    Link link() {
        Set<String> linked = new LinkedHashSet<>();
        objects.stream().filter(o -> !o.member()).map(ObjectFile::name).forEach(linked::add);
        Optional<String> more = memberFor(missing(linked), linked);
        while (more.isPresent()) {
            linked.add(more.get());
            more = memberFor(missing(linked), linked);
        }
        return result(linked);
    }

    private Set<String> missing(Set<String> linked) {
        Set<String> missing = new TreeSet<>();
        references.stream().filter(r -> linked.contains(r.object())).forEach(r -> missing.add(r.symbol()));
        definitions.stream().filter(d -> linked.contains(d.object())).forEach(d -> missing.remove(d.symbol()));
        return missing;
    }

    private Optional<String> memberFor(Set<String> missing, Set<String> linked) {
        return objects.stream()
                .map(ObjectFile::name)
                .filter(name -> !linked.contains(name))
                .filter(name ->
                        definitions.stream().anyMatch(d -> d.object().equals(name) && missing.contains(d.symbol())))
                .findFirst();
    }

    /** In the linker's order: object by object, and function by function. */
    private Link result(Set<String> linked) {
        List<Definition> there = new ArrayList<>();
        List<Reference> asked = new ArrayList<>();
        for (ObjectFile object : objects) {
            if (linked.contains(object.name())) {
                definitions.stream()
                        .filter(d -> d.object().equals(object.name()))
                        .forEach(there::add);
                functionsOf(object).values().forEach(asked::addAll);
            }
        }
        return new Link(there, asked);
    }

    private Map<String, List<Reference>> functionsOf(ObjectFile object) {
        Map<String, List<Reference>> functions = new LinkedHashMap<>();
        references.stream()
                .filter(r -> r.object().equals(object.name()))
                .forEach(r -> functions
                        .computeIfAbsent(r.function(), f -> new ArrayList<>())
                        .add(r));
        return functions;
    }
}
