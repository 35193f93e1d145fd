package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.preemptcheck.explore.Workers;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.CatalogueRow;
import dev.preemptcheck.verify.Expectation;
import dev.preemptcheck.verify.LinkResult;
import dev.preemptcheck.verify.LinkRow;
import dev.preemptcheck.verify.Row;
import dev.preemptcheck.verify.RowResult;
import dev.preemptcheck.verify.UserCodeException;
import dev.preemptcheck.verify.UserScenarios;
import dev.preemptcheck.verify.Verifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code preemptcheck verify}: searches the rows of the catalogue, links those of the configuration matrix, and compares with
 * what is expected. Status 0 if every row is as expected, 1 if one differs, 3 if one is undecided.
 */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description =
                "Searches the rows of the catalogue, or a user's own scenarios, and compares with what is expected.")
public final class VerifyCommand implements Callable<Integer> {
    /** Where seeds go unless the user says otherwise. */
    static final String SEEDS = ".preemptcheck/seeds";

    /** With {@code --all}, runs beyond a row's first finding. */
    private static final long MORE_EXECUTIONS_MAX = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private CarrierChoice carrier = new CarrierChoice();

    @Mixin
    private RowChoice choice = new RowChoice();

    @Mixin
    private ClasspathOption classpath = new ClasspathOption();

    @Option(names = "--all", description = "Go on after a row's first finding and list every distinct signature.")
    private boolean all;

    @Option(
            names = "--size",
            paramLabel = "quick|standard|deep",
            description = "Programs and bounds; standard by default, quick on the thread carrier.")
    private @Nullable String sizeName;

    @Option(
            names = "--executions",
            paramLabel = "N",
            description = "Give a row up after so many executions; by default never, but for --all: a million after the"
                    + " row's first finding.")
    private @Nullable Long executions;

    @Mixin
    private Jobs jobs = new Jobs();

    @Option(
            names = "--seeds",
            paramLabel = "DIR",
            defaultValue = SEEDS,
            description = "Where the seed of each finding goes; ${DEFAULT-VALUE} by default.")
    private Path seeds = Path.of(".preemptcheck", "seeds");

    @Mixin
    private ResultFile json = new ResultFile();

    @Override
    public Integer call() {
        try (UserScenarios user = classpath.open()) {
            List<Row> rows = choice.rows(user);
            return verify(only(CatalogueRow.class, rows), only(LinkRow.class, rows));
        }
    }

    private static <R extends Row> List<R> only(Class<R> kind, List<Row> rows) {
        return rows.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private int verify(List<CatalogueRow> rows, List<LinkRow> built) {
        String carriedBy = carrier.description();
        Size size = size();
        int side = jobs.count();
        if (executions != null && executions < 1) {
            throw wrong("--executions: a row takes at least one execution");
        }
        checkPlaces();
        Terminal terminal = Terminal.find();
        PrintWriter out = spec.commandLine().getOut();
        List<LinkResult> linked = built.stream().map(LinkRow::check).toList();
        new LinkText(out, terminal).print(linked);
        VerifyText text = new VerifyText(out, terminal, all, rows);
        if (!rows.isEmpty()) {
            text.header(size, carriedBy);
        }
        ProgressLine progress =
                new ProgressLine(spec.commandLine().getErr(), terminal.attended(), rows.size(), Terminal.columns());
        Runtime.getRuntime().addShutdownHook(new Thread(progress::close));
        Verifier verifier = new Verifier(options(size));
        List<RowResult> results = new ArrayList<>();
        try (Workers workers = new Workers(side)) {
            workers.inOrder(work(rows, verifier, progress, workers), order(rows), result -> {
                results.add(result);
                progress.clear();
                text.row(result);
            });
        } catch (UserCodeException e) {
            progress.close();
            throw wrong(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw wrong(
                    seeds + ": can't write a seed there (" + e.getCause() + "); name another directory with --seeds");
        }
        progress.close();
        if (!rows.isEmpty()) {
            text.summary(results);
        }
        ObjectNode root = VerifyJson.of(results, size, carriedBy);
        LinkJson.addTo(root, linked);
        json.write(root);
        return status(results, linked);
    }

    private static List<Callable<RowResult>> work(
            List<CatalogueRow> rows, Verifier verifier, ProgressLine progress, Workers workers) {
        List<Callable<RowResult>> work = new ArrayList<>();
        for (CatalogueRow row : rows) {
            work.add(() -> {
                progress.at(row.name(), 0);
                RowResult result = verifier.verify(row, new RowProgress(progress, row.name(), workers));
                progress.done(row.name(), result.verdict().executions());
                return result;
            });
        }
        return work;
    }

    /**
     * What is refuted at once comes first, unless it is searched to the end. Then the longest: rows that may be safe, for all of their
     * schedules are searched; more so with more processors, and with preemption.
     */
    private List<Integer> order(List<CatalogueRow> rows) {
        return IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> -weight(rows.get(i))))
                .toList();
    }

    private int weight(CatalogueRow row) {
        int quick = all ? 0 : 8;
        return (row.expectation().answer() == Expectation.Answer.UNSAFE ? quick : 4)
                + (row.config().preempt() ? 2 : 0)
                + (row.config().smp() ? 1 : 0);
    }

    /** A place that can't be written is found out before the search, not after it. */
    private void checkPlaces() {
        try {
            Files.createDirectories(seeds);
        } catch (IOException e) {
            throw wrong(seeds + ": no directory for seeds can be there; name another one with --seeds");
        }
        if (!Files.isWritable(seeds)) {
            throw wrong(seeds + ": no seed can be written there; name another directory with --seeds");
        }
        json.check();
    }

    private Size size() {
        try {
            return sizeName == null ? carrier.usualSize() : Size.of(sizeName);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private Verifier.Options options(Size size) {
        long executionsMax = executions != null ? executions : Long.MAX_VALUE;
        long moreMax = all && executions == null ? MORE_EXECUTIONS_MAX : Long.MAX_VALUE;
        return new Verifier.Options(size, all, executionsMax, moreMax, seeds, carrier::create);
    }

    static int status(List<RowResult> results, List<LinkResult> linked) {
        List<RowResult.Agreement> agreements = Stream.concat(
                        results.stream().map(RowResult::agreement),
                        linked.stream().map(LinkResult::agreement))
                .toList();
        if (agreements.contains(RowResult.Agreement.DIFFERS)) {
            return ExitStatus.DIFFERS;
        }
        boolean undecided = agreements.contains(RowResult.Agreement.UNDECIDED);
        return undecided ? ExitStatus.UNDECIDED : ExitStatus.AS_EXPECTED;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
