package dev.preemptcheck.cli;

import dev.preemptcheck.oops.KnownSeed;
import dev.preemptcheck.oops.LogInput;
import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.oops.UnreadableLogException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code preemptcheck triage FILE...}: which oopses are in these logs, what they have in common, and which seeds reproduce them. Status 0
 * when all logs were read, oopses or not. A log that can't be read is a complaint and status 2; the others are triaged all the same.
 */
@Command(
        name = "triage",
        mixinStandardHelpOptions = true,
        description = "Finds the oopses in syslogs and mails, and names the seeds that reproduce them.")
public final class TriageCommand implements Callable<Integer> {
    private final Supplier<List<KnownSeed>> seeds;
    private final InputStream standardInput;
    private final IntSupplier columns;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Syslogs, plain or gzip; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--json", description = "Print records, signatures, root causes and seeds as JSON.")
    private boolean json;

    /** A command that compares with the seeds it is given when it runs. */
    public TriageCommand(Supplier<List<KnownSeed>> seeds) {
        this(seeds, System.in, Terminal::columns);
    }

    TriageCommand(Supplier<List<KnownSeed>> seeds, InputStream standardInput, IntSupplier columns) {
        this.seeds = seeds;
        this.standardInput = standardInput;
        this.columns = columns;
    }

    @Override
    public Integer call() {
        if (files.stream().filter("-"::equals).count() > 1) {
            throw new ParameterException(spec.commandLine(), "-: standard input can be read only once; name it once");
        }
        Triage triage = new Triage(seeds.get());
        List<String> complaints = new ArrayList<>();
        for (String file : files) {
            read(file, triage, complaints);
        }
        TriageReport report = triage.report();
        if (!report.inputs().isEmpty()) {
            print(report);
        }
        if (!complaints.isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("; ", complaints));
        }
        return ExitStatus.AS_EXPECTED;
    }

    private void read(String file, Triage triage, List<String> complaints) {
        try (InputStream log = file.equals("-") ? LogInput.open("-", standardInput) : LogInput.open(file)) {
            triage.read(file, log);
        } catch (UnreadableLogException e) {
            complaints.add(e.getMessage());
        } catch (IOException e) {
            complaints.add(file + ": can't be closed (" + e.getMessage() + "); check its device");
        }
    }

    private void print(TriageReport report) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(TriageJson.text(report));
        } else {
            new TriageText(report, columns.getAsInt()).lines().forEach(out::println);
        }
        out.flush();
    }
}
