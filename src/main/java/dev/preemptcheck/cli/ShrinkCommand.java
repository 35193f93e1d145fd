package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Minimiser;
import dev.preemptcheck.explore.Minimum;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.UserCodeException;
import dev.preemptcheck.verify.UserScenarios;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code preemptcheck shrink SEED}: the least schedule that shows what the seed shows, wherever the seed comes from. Status 0 if
 * the finding is there, by the seed's decisions or by others near them; 1 if it is gone.
 *
 * <p>Nothing is said to be written before it is.
 */
@Command(
        name = "shrink",
        mixinStandardHelpOptions = true,
        description = "Looks for the least schedule that shows what a seed shows, and writes it to a seed of its own.")
public final class ShrinkCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private SeedChoice chosen = new SeedChoice();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the seed goes that is found; by default .preemptcheck/seeds/NAME-least.seed.")
    private @Nullable String output;

    @Mixin
    private ClasspathOption classpath = new ClasspathOption();

    @Mixin
    private CarrierChoice carrier = new CarrierChoice();

    @Override
    public Integer call() {
        Seed seed = chosen.load();
        Path file = file();
        try (UserScenarios user = classpath.open()) {
            return shrink(seed, chosen.scenario(seed, user), file);
        } catch (UserCodeException e) {
            throw chosen.badInput(String.valueOf(e.getMessage()));
        }
    }

    private Path file() {
        try {
            if (output != null) {
                return Path.of(output);
            }
            String name = String.valueOf(Path.of(chosen.name()).getFileName());
            String bare = name.endsWith(SeedShelf.SUFFIX)
                    ? name.substring(0, name.length() - SeedShelf.SUFFIX.length())
                    : name;
            return Path.of(VerifyCommand.SEEDS, bare + "-least" + SeedShelf.SUFFIX);
        } catch (InvalidPathException e) {
            throw chosen.badInput(String.valueOf(e.getMessage()));
        }
    }

    private int shrink(Seed seed, Scenario scenario, Path file) {
        return UserScenarios.naming(scenario, () -> {
            try (Subject subject = new Subject(scenario, carrier.create())) {
                Replay replay = Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
                Finding found = replay.recording().finding(seed.signature());
                if (found == null) {
                    out().println(chosen.name() + ": GONE: " + seed.signature().violation()
                            + " is not reached; see preemptcheck replay " + chosen.name());
                    out().flush();
                    return ExitStatus.DIFFERS;
                }
                Minimum minimum = new Minimiser(subject).minimum(found);
                save(file, seed, Recorder.record(subject, minimum.finding().schedule()));
                print(found, minimum, replay.result(), file);
                return ExitStatus.AS_EXPECTED;
            }
        });
    }

    private void save(Path file, Seed old, Recording least) {
        try {
            SeedShelf.save(
                    file,
                    new Seed(
                            old.scenario(),
                            old.config(),
                            old.patch(),
                            old.signature(),
                            least.trace(),
                            least.schedule(),
                            least.anchors()));
        } catch (IOException e) {
            throw chosen.badInput(file + ": can't write a seed there (" + e + "); name another file with -o");
        }
    }

    private void print(Finding was, Minimum minimum, Replay.Result result, Path file) {
        PrintWriter out = out();
        String signature = was.signature().violation();
        out.println("seed:    " + chosen.name() + ", " + signature);
        out.println("was:     " + size(was) + (result == Replay.Result.ADAPTED ? ", adapted to today's kernel" : ""));
        out.println("now:     " + size(minimum.finding())
                + (minimum.finding().schedule().equals(was.schedule()) ? ", the same" : ""));
        out.println("         "
                + (minimum.proved()
                        ? "the least of all schedules with at most "
                                + minimum.bounds().toString().replace(", ", " and ")
                        : "there may be a smaller one: not all schedules were looked at"));
        out.println(String.format(Locale.ROOT, "runs:    %,d", minimum.executions()));
        out.println("written: " + file);
        out.println("replay:  preemptcheck replay " + file);
        out.flush();
    }

    private static String size(Finding finding) {
        return Counted.of(finding.schedule().size(), "deviation") + ", " + Counted.of(finding.step(), "step");
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
