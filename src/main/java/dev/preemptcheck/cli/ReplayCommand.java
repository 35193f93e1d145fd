package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.report.LatencyReport;
import dev.preemptcheck.report.ReplayReport;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.verify.UserCodeException;
import dev.preemptcheck.verify.UserScenarios;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code preemptcheck replay SEED}: runs a saved schedule and tells what it shows. Status 0 if the finding is there, by the same
 * decisions or by others near them; 1 if it is gone.
 *
 * <p>Every replay is made twice, each on a machine of its own. Two that differ are the engine's own fault, status 4.
 */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Runs a saved schedule, and prints the oops, the interleaving and the root cause.")
public final class ReplayCommand implements Callable<Integer> {
    private final IntSupplier columns;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private SeedChoice chosen = new SeedChoice();

    @Mixin
    private ClasspathOption classpath = new ClasspathOption();

    @Option(names = "--trace", description = "Print every step as well.")
    private boolean trace;

    @Option(
            names = "--latency",
            description = "Print the longest section with preemption or interrupts off instead, as a trace of 2.6.9's"
                    + " latency tracer.")
    private boolean latency;

    @Mixin
    private CarrierChoice carrier = new CarrierChoice();

    /** A command that prints as wide as its terminal. */
    public ReplayCommand() {
        this(Terminal::columns);
    }

    ReplayCommand(IntSupplier columns) {
        this.columns = columns;
    }

    @Override
    public Integer call() {
        Seed seed = chosen.load();
        try (UserScenarios user = classpath.open()) {
            return replay(seed, chosen.scenario(seed, user));
        } catch (UserCodeException e) {
            throw chosen.badInput(String.valueOf(e.getMessage()));
        }
    }

    private int replay(Seed seed, Scenario scenario) {
        checkTracer(scenario.particulars().config().version());
        Replay replay = run(seed, scenario);
        Replay again = run(seed, scenario);
        if (!replay.equals(again)) {
            throw new IllegalStateException("two replays of " + chosen.name() + " differ, traces "
                    + Long.toHexString(replay.recording().trace()) + " and "
                    + Long.toHexString(again.recording().trace()) + "; see both: preemptcheck replay --trace "
                    + chosen.name());
        }
        PrintWriter out = spec.commandLine().getOut();
        text(new ReplayReport(chosen.name(), seed, scenario, replay)).forEach(out::println);
        out.flush();
        return replay.result() == Replay.Result.GONE ? ExitStatus.DIFFERS : ExitStatus.AS_EXPECTED;
    }

    private void checkTracer(KernelVersion kernel) {
        if (latency && trace) {
            throw chosen.badInput("--latency prints a trace of its own: leave out --trace");
        }
        if (latency && !kernel.countFields()) {
            throw chosen.badInput(chosen.name() + ": kernel " + kernel.release()
                    + " has no latency tracer, which came with 2.6.9's voluntary-preempt patch; leave out --latency");
        }
    }

    private List<String> text(ReplayReport report) {
        return latency ? LatencyReport.lines(report, columns.getAsInt()) : report.lines(columns.getAsInt(), trace);
    }

    private Replay run(Seed seed, Scenario scenario) {
        return UserScenarios.naming(scenario, () -> {
            try (Subject subject = new Subject(scenario, carrier.create())) {
                return Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
            }
        });
    }
}
