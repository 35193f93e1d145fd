package dev.preemptcheck.cli;

import dev.preemptcheck.verify.ClasspathException;
import dev.preemptcheck.verify.UserCodeException;
import dev.preemptcheck.verify.UserScenarios;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names jars with a user's own scenarios, for the commands that run them. */
final class ClasspathOption {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Option(
            names = "--classpath",
            paramLabel = "JARS",
            description =
                    "Take the scenarios in these jars or directories instead of the tool's own: public classes that"
                            + " implement dev.preemptcheck.scenario.Scenario and have a public constructor without arguments.")
    private @Nullable String classpath;

    /**
     * The scenarios there, to be closed; null if no class path was given.
     *
     * @throws ParameterException if they can't be used
     */
    @Nullable
    UserScenarios open() {
        if (classpath == null) {
            return null;
        }
        try {
            return UserScenarios.on(classpath);
        } catch (ClasspathException | UserCodeException | UncheckedIOException e) {
            throw new ParameterException(command.commandLine(), "--classpath: " + e.getMessage(), e);
        }
    }
}
