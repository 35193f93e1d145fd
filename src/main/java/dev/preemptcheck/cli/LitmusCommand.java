package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Workers;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.litmus.LitmusFiles;
import dev.preemptcheck.litmus.LitmusReport;
import dev.preemptcheck.litmus.LitmusReport.Agreement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code preemptcheck litmus FILE...}: runs litmus tests exhaustively on the modelled machine. Status 1 if a file's {@code Result:}
 * differs, 2 if nothing could be run, 3 if a test is undecided.
 */
@Command(
        name = "litmus",
        mixinStandardHelpOptions = true,
        description = {
            "Runs every interleaving of .litmus files in herd's X86 and Linux-kernel C dialects.",
            "One file is answered as herd prints it; Positive and Negative count distinct final states. Of several files"
                    + " each is one line, and compared with its Result: comment: weaker means that this machine does not"
                    + " show a state which the kernel's model allows, plain that plain accesses race."
        })
public final class LitmusCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private CarrierChoice carrier = new CarrierChoice();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Litmus files, or directories that are searched for *.litmus.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--model",
            paramLabel = "sc|tso|pso",
            defaultValue = "tso",
            description = "In which order stores reach memory; ${DEFAULT-VALUE} by default.")
    private String model = "";

    @Option(
            names = "--executions",
            paramLabel = "N",
            defaultValue = "700000",
            description = "Give a test up after so many executions; ${DEFAULT-VALUE} by default.")
    private long executions;

    @Mixin
    private Jobs jobs = new Jobs();

    @Mixin
    private ResultFile json = new ResultFile();

    @Override
    public Integer call() {
        LitmusFiles runner = new LitmusFiles(memoryModel(), carrier::create, executions);
        int side = jobs.count();
        List<Path> files = files();
        json.check();
        LitmusText text = new LitmusText(spec.commandLine().getOut(), Terminal.find());
        boolean single = names.size() == 1 && !Files.isDirectory(Path.of(names.get(0)));
        List<LitmusReport> reports = new ArrayList<>();
        run(files, side, runner, report -> {
            reports.add(single || json != null ? report : report.agreementOnly());
            if (!single) {
                text.line(report);
            }
        });
        json.write(LitmusJson.of(reports, model));
        return single ? answer(reports.get(0), text) : summary(reports, text);
    }

    private int answer(LitmusReport report, LitmusText text) {
        if (report.outcome() == null) {
            throw wrong(report.reason() + "; it is not modelled, so the test is skipped");
        }
        text.answer(report, report.outcome());
        return status(List.of(report));
    }

    private int summary(List<LitmusReport> reports, LitmusText text) {
        text.summary(reports);
        if (reports.stream().allMatch(r -> r.agreement() == Agreement.SKIPPED)) {
            throw wrong(
                    "none of " + Counted.of(reports.size(), "file") + " could be run; its reason stands on each line");
        }
        return status(reports);
    }

    private void run(List<Path> files, int side, LitmusFiles runner, Consumer<LitmusReport> sink) {
        List<Callable<LitmusReport>> work =
                files.stream().map(file -> work(file, runner)).toList();
        try (Workers workers = new Workers(side)) {
            workers.inOrder(work, IntStream.range(0, work.size()).boxed().toList(), sink);
        } catch (UncheckedIOException e) {
            throw wrong(unreadable(e));
        }
    }

    private static Callable<LitmusReport> work(Path file, LitmusFiles runner) {
        return () -> {
            try {
                return runner.report(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            try {
                Path place = Path.of(name);
                if (!Files.exists(place)) {
                    throw wrong(name + ": no such file; check the path");
                }
                files.addAll(LitmusFiles.in(place));
            } catch (InvalidPathException e) {
                throw wrong(name + ": no path (" + e.getReason() + "); check it");
            } catch (IOException | UncheckedIOException e) {
                throw wrong(unreadable(e));
            }
        }
        if (files.isEmpty()) {
            throw wrong(String.join(", ", names) + ": no *.litmus file there; name files, or another directory");
        }
        return files;
    }

    private static String unreadable(Exception e) {
        return "a file can't be read (" + e + "); check its permissions";
    }

    private MemoryModel memoryModel() {
        return Arrays.stream(MemoryModel.values())
                .filter(known -> known.id().equals(model))
                .findFirst()
                .orElseThrow(() -> wrong("--model " + model + ": no such memory model; use sc, tso or pso"));
    }

    private static int status(List<LitmusReport> reports) {
        if (reports.stream().anyMatch(r -> r.agreement() == Agreement.DIFFERS)) {
            return ExitStatus.DIFFERS;
        }
        boolean undecided = reports.stream().anyMatch(r -> r.agreement() == Agreement.UNDECIDED);
        return undecided ? ExitStatus.UNDECIDED : ExitStatus.AS_EXPECTED;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
