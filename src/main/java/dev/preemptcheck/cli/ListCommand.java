package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.report.Paragraphs;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code preemptcheck list}: the variants, sizes, rows and built-in seeds that there are. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists variants, sizes, rows of the catalogue and built-in seeds.")
public final class ListCommand implements Callable<Integer> {
    private final IntSupplier columns;

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
        Paragraphs text = new Paragraphs(columns.getAsInt());
        variants(text);
        sizes(text);
        text.line("rows");
        Catalogue.s1()
                .forEach(row ->
                        text.add(2, padded(15, row.name()), row.expectation().toString()));
        text.line("built-in seeds");
        SeedShelf.names().forEach(name -> text.line("  " + name));
        PrintWriter out = spec.commandLine().getOut();
        text.lines().forEach(out::println);
        out.flush();
        return ExitStatus.AS_EXPECTED;
    }

    private static void variants(Paragraphs text) {
        text.line("variants of S1, atomic kernel mappings");
        for (KmapVariant variant : KmapVariant.values()) {
            text.add(2, padded(5, variant.id()) + padded(26, variant.patch()), variant.summary());
        }
    }

    private static void sizes(Paragraphs text) {
        text.line("sizes");
        for (Size size : Size.values()) {
            Bounds bounds = new Bounds(size.interrupts(), size.preemptions());
            text.add(2, padded(9, size.id()), size.kmapPrograms().size() + " tasks, at most " + bounds);
        }
    }

    private static String padded(int width, String text) {
        return String.format(Locale.ROOT, "%-" + width + "s ", text);
    }
}
