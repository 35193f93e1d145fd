package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.report.Paragraphs;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code preemptcheck list}: the systems that there are with their variants and rows, sizes and built-in seeds. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists systems with their variants and rows, sizes and built-in seeds.")
public final class ListCommand implements Callable<Integer> {
    private final IntSupplier columns;

    @Option(names = "--system", paramLabel = "ID", description = "Only what belongs to this system: S1.")
    private @Nullable String system;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /** A command that prints as wide as its terminal. */
    public ListCommand() {
        this(Terminal::columns);
    }

    ListCommand(IntSupplier columns) {
        this.columns = columns;
    }

    @Override
    public Integer call() {
        if (system != null) {
            RowChoice.checkSystem(system, spec);
        }
        Paragraphs text = new Paragraphs(columns.getAsInt());
        Map<String, List<ModelledSystem>> systems = new LinkedHashMap<>();
        for (ModelledSystem modelled : Systems.all()) {
            if (system == null || system.equals(modelled.id())) {
                systems.computeIfAbsent(modelled.id(), id -> new ArrayList<>()).add(modelled);
            }
        }
        systems.forEach((id, parts) -> system(text, id, parts));
        if (system == null) {
            sizes(text);
        }
        seeds(text, systems.keySet());
        PrintWriter out = spec.commandLine().getOut();
        text.lines().forEach(out::println);
        out.flush();
        return ExitStatus.AS_EXPECTED;
    }

    /** A system's sets of programs with their variants, then its rows. */
    private static void system(Paragraphs text, String id, List<ModelledSystem> parts) {
        List<CatalogueRow> rows = Catalogue.rowsOf(id);
        int name = width(rows.stream().map(CatalogueRow::name));
        int variant = width(variants(parts).map(Variant::id));
        int patch = width(variants(parts).map(Variant::patch));
        for (ModelledSystem part : parts) {
            text.add(0, "", id + " " + part.scenario() + ": " + part.title());
            for (Variant v : part.variants()) {
                text.add(2, padded(variant, v.id()) + padded(patch, v.patch()), v.summary());
            }
            new MarkText(part).addTo(text);
        }
        text.line(id + " rows");
        rows.forEach(
                row -> text.add(2, padded(name, row.name()), row.expectation().toString()));
        LinkPage.list(text, id);
    }

    private static Stream<Variant> variants(List<ModelledSystem> parts) {
        return parts.stream().flatMap(part -> part.variants().stream());
    }

    private static int width(Stream<String> texts) {
        return 1 + texts.mapToInt(String::length).max().orElse(0);
    }

    private static void sizes(Paragraphs text) {
        text.line("sizes");
        for (Size size : Size.values()) {
            text.add(2, padded(9, size.id()), "at most " + new Bounds(size.interrupts(), size.preemptions()));
        }
    }

    private static void seeds(Paragraphs text, Set<String> systems) {
        text.line("built-in seeds");
        SeedShelf.builtIn().forEach((name, seed) -> {
            if (Systems.of(seed.scenario())
                    .filter(s -> systems.contains(s.id()))
                    .isPresent()) {
                text.line("  " + name);
            }
        });
    }

    private static String padded(int width, String text) {
        return String.format(Locale.ROOT, "%-" + width + "s ", text);
    }
}
