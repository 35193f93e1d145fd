package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code preemptcheck list}: the variants, sizes, rows and built-in seeds that there are. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists variants, sizes, rows of the catalogue and built-in seeds.")
public final class ListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("variants of S1, atomic kernel mappings");
        for (KmapVariant variant : KmapVariant.values()) {
            out.printf(Locale.ROOT, "  %-5s %-26s %s%n", variant.id(), variant.patch(), variant.summary());
        }
        out.println("sizes");
        for (Size size : Size.values()) {
            out.printf(
                    Locale.ROOT,
                    "  %-9s %d tasks, at most %s%n",
                    size.id(),
                    size.kmapPrograms().size(),
                    new Bounds(size.interrupts(), size.preemptions()));
        }
        out.println("rows");
        Catalogue.s1().forEach(row -> out.printf(Locale.ROOT, "  %-15s %s%n", row.name(), row.expectation()));
        out.println("built-in seeds");
        SeedShelf.builtIn().forEach((name, seed) -> out.printf(Locale.ROOT, "  %s%n", name));
        out.flush();
        return ExitStatus.AS_EXPECTED;
    }
}
