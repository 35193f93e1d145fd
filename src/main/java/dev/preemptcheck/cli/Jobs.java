package dev.preemptcheck.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that says how many searches run side by side. */
final class Jobs {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Searches made side by side; one per processor by default.")
    private @Nullable Integer jobs;

    /**
     * How many.
     *
     * @throws ParameterException if that is less than one
     */
    int count() {
        if (jobs == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (jobs < 1) {
            throw new ParameterException(command.commandLine(), "--jobs: at least one search must be made at a time");
        }
        return jobs;
    }
}
