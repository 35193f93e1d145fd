package dev.preemptcheck.cli;

import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code preemptcheck show ROW|SEED}: what a row of the catalogue runs and expects, or what a seed says. */
@Command(name = "show", mixinStandardHelpOptions = true, description = "Shows a row of the catalogue, or a seed.")
public final class ShowCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "ROW|SEED", description = "Name of a row or of a built-in seed, or a seed file.")
    private String name = "";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Optional<Row> row =
                Catalogue.s1().stream().filter(r -> r.name().equals(name)).findFirst();
        if (row.isPresent()) {
            show(out, row.get());
        } else {
            out.print(SeedFormat.write(seed()));
        }
        out.flush();
        return ExitStatus.AS_EXPECTED;
    }

    private void show(PrintWriter out, Row row) {
        out.println("row       " + row.name());
        out.println("variant   " + row.variant().id() + ": " + row.variant().summary());
        out.println("patch     " + row.variant().patch());
        out.println("kernel    " + row.config().version().release() + ", "
                + row.config().cpus()
                + (row.config().smp() ? " processors" : " processor") + ", CONFIG_PREEMPT="
                + (row.config().preempt() ? "y" : "n") + ", HIGHMEM_DEBUG="
                + (row.config().highmemDebug() ? 1 : 0));
        out.println("expected  " + row.expectation());
        for (Size size : Size.values()) {
            out.println("size " + size.id() + ", at most " + size.interrupts() + " interrupts and " + size.preemptions()
                    + " preemptions");
            size.kmapPrograms().forEach(program -> out.println("  " + describe(program)));
        }
    }

    private static String describe(UserProgram program) {
        return program.name() + " (pid " + program.pid() + "): "
                + String.join(
                        ", ", program.calls().stream().map(Object::toString).toList());
    }

    private Seed seed() {
        try {
            return SeedShelf.load(name);
        } catch (SeedFormatException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException | InvalidPathException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no row and no seed is called '" + name + "'; 'preemptcheck list' shows them",
                    e);
        }
    }
}
