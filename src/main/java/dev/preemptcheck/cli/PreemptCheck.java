package dev.preemptcheck.cli;

import dev.preemptcheck.oops.KnownSeed;
import dev.preemptcheck.seed.SeedShelf;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The root command. It does nothing itself: a call without a subcommand is wrong usage.
 *
 * <p>A subcommand is a class annotated with {@link Command} that implements {@code Callable<Integer>}, returns a status
 * of {@link ExitStatus}, writes to {@code spec.commandLine().getOut()}, and reports bad input by throwing a {@link
 * ParameterException} whose message is one line. It becomes part of the tool by its line in {@link #subcommands()}.
 */
@Command(
        name = "preemptcheck",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class,
        description = "Runs a modelled kernel under every interleaving it can reach, and reports those that break it.",
        synopsisSubcommandLabel = "COMMAND")
public final class PreemptCheck implements Runnable {
    @Spec
    private CommandSpec spec;

    private PreemptCheck() {}

    /** Runs the tool with the process's streams, and exits with a status of {@link ExitStatus}. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
        PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
        int status = run(out, err, args);
        if (out.checkError() || System.out.checkError()) {
            err.println("preemptcheck: standard output can't be written to its end; what was answered is not complete");
            status = ExitStatus.WRONG_USAGE;
        }
        err.flush();
        System.exit(status);
    }

    /**
     * Runs the tool in this JVM and does not exit it.
     *
     * @param out takes what the command answers
     * @param err takes one line for each complaint
     * @return a status of {@link ExitStatus}; nothing is thrown, whatever the command does
     */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        try {
            return commandLine(out, err).execute(args);
        } catch (Throwable fault) { // picocli hands over exceptions only, not errors
            return Complaints.internalError(err, fault);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine commandLine = new CommandLine(new PreemptCheck());
        subcommands().forEach(commandLine::addSubcommand);
        return commandLine
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(Complaints::wrongUsage)
                .setExecutionExceptionHandler(Complaints::internalError);
    }

    /** The one place where subcommands are registered, in the order in which the help shows them. */
    private static List<Object> subcommands() {
        return List.of(
                new TriageCommand(PreemptCheck::knownSeeds),
                new ReplayCommand(),
                new ShrinkCommand(),
                new VerifyCommand(),
                new LitmusCommand(),
                new ListCommand(),
                new ShowCommand());
    }

    private static List<KnownSeed> knownSeeds() {
        List<KnownSeed> known = new ArrayList<>();
        SeedShelf.builtIn()
                .forEach((name, seed) ->
                        known.add(new KnownSeed(name, seed.config().version().release(), seed.signature())));
        return known;
    }
}
