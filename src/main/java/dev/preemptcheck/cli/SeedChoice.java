package dev.preemptcheck.cli;

import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.UserScenarios;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The parameter that names a seed, for the commands that run one. */
final class SeedChoice {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Parameters(paramLabel = "SEED", description = "Name of a built-in seed, or a seed file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private String name;

    /** As the user called it. */
    String name() {
        return name;
    }

    /**
     * The seed.
     *
     * @throws ParameterException if there is none, or it can't be used
     */
    Seed load() {
        try {
            return SeedShelf.load(name);
        } catch (SeedFormatException | IOException | InvalidPathException e) {
            throw badInput(e.getMessage() == null ? name + ": can't be read" : e.getMessage());
        }
    }

    /**
     * The scenario that {@code seed} names: one of {@code user} if there are any, else of the tool's own.
     *
     * @throws ParameterException if there is none
     */
    Scenario scenario(Seed seed, @Nullable UserScenarios user) {
        try {
            return user != null ? user.scenario(seed) : Systems.scenario(seed.scenario(), seed.config(), seed.patch());
        } catch (IllegalArgumentException e) {
            throw badInput(name + ": " + e.getMessage());
        }
    }

    /** A complaint in one line, whatever the reason has in it. */
    ParameterException badInput(String reason) {
        return new ParameterException(command.commandLine(), reason.replaceAll("\\p{Cntrl}", "?"));
    }
}
