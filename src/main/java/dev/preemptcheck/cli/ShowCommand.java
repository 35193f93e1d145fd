package dev.preemptcheck.cli;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.detect.ShapeRule;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.report.Paragraphs;
import dev.preemptcheck.scenario.Roster;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import dev.preemptcheck.verify.LinkMatrix;
import dev.preemptcheck.verify.LinkRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code preemptcheck show ROW|SEED}: what a row of the catalogue runs and expects, or what a seed says. */
@Command(name = "show", mixinStandardHelpOptions = true, description = "Shows a row of the catalogue, or a seed.")
public final class ShowCommand implements Callable<Integer> {
    private final IntSupplier columns;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "ROW|SEED", description = "Name of a row or of a built-in seed, or a seed file.")
    private String name = "";

    /** A command that prints as wide as its terminal. */
    public ShowCommand() {
        this(Terminal::columns);
    }

    ShowCommand(IntSupplier columns) {
        this.columns = columns;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Optional<CatalogueRow> row =
                Catalogue.rows().stream().filter(r -> r.name().equals(name)).findFirst();
        Optional<LinkRow> built =
                LinkMatrix.rows().stream().filter(r -> r.name().equals(name)).findFirst();
        if (row.isPresent()) {
            describe(row.get()).forEach(out::println);
        } else if (built.isPresent()) {
            LinkPage.show(built.get(), columns.getAsInt()).forEach(out::println);
        } else {
            out.print(SeedFormat.write(seed()));
        }
        out.flush();
        return ExitStatus.AS_EXPECTED;
    }

    private List<String> describe(CatalogueRow row) {
        Paragraphs text = new Paragraphs(columns.getAsInt());
        text.add(0, "row       ", row.name());
        text.add(0, "variant   ", row.variant().id() + ": " + row.variant().summary());
        text.add(0, "patch     ", row.variant().patch());
        text.add(0, "kernel    ", describe(row.config()));
        text.add(0, "expected  ", row.expectation().toString());
        for (ShapeFault fault : ShapeRule.faults(row.variant().shape(), row.config())) {
            text.add(0, fault.happensIn(row.config()) ? "hazard    " : "remark    ", fault.describe(row.config()));
        }
        Roster.of(row.scenario(Size.QUICK))
                .marks()
                .forEach((word, reason) -> text.add(0, "marked    ", word + ": " + reason));
        for (Size size : Size.values()) {
            text.add(0, "size " + size.id() + ": ", "at most " + new Bounds(size.interrupts(), size.preemptions()));
            describe(Roster.of(row.scenario(size)), text);
        }
        return text.lines();
    }

    private static String describe(KernelConfig config) {
        String options = SeedFormat.config(config).replaceFirst(".*(?=CONFIG_PREEMPT=)", "");
        return config.version().release() + ", " + Counted.of(config.cpus(), "processor", "processors") + ", "
                + options.replace("CONFIG_HIGHMEM4G=y ", "").replace(" ", ", ");
    }

    private static void describe(Roster roster, Paragraphs text) {
        for (int task : roster.busy()) {
            text.line("  " + roster.full(task));
            UserProgram program = roster.program(task);
            if (program != null) {
                program.calls().forEach(call -> text.add(4, "", describe(call)));
            }
        }
    }

    private static String describe(UserCall call) {
        String pages = call.pages().stream().map(Page::name).distinct().collect(Collectors.joining(" to "));
        if (call instanceof UserCall.Fault fault) {
            String backing = fault.backing().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            return String.format(Locale.ROOT, "writes to %08x: %s, %s", fault.address(), backing, pages);
        }
        return "maps, touches and unmaps " + pages;
    }

    private Seed seed() {
        try {
            return SeedShelf.load(name);
        } catch (SeedFormatException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException | InvalidPathException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no row and no seed is called '" + name + "'" + Nearest.hint(name, names())
                            + "; 'preemptcheck list' shows them",
                    e);
        }
    }

    private static List<String> names() {
        return Stream.of(
                        Catalogue.rows().stream().map(CatalogueRow::name),
                        LinkMatrix.rows().stream().map(LinkRow::name),
                        SeedShelf.names().stream())
                .flatMap(names -> names)
                .toList();
    }
}
