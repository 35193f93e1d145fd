package dev.preemptcheck.cli;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ContinuationCarrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
import dev.preemptcheck.scenario.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names a carrier, for the commands that run strands. */
final class CarrierChoice {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Option(
            names = "--carrier",
            paramLabel = "continuation|thread",
            description = "How strands are paused; by default continuations where the JVM has them.")
    private @Nullable String carrier;

    /**
     * A carrier of the chosen kind.
     *
     * @throws ParameterException if there is no such kind, or not on this JVM
     */
    Carrier create() {
        if (carrier == null) {
            return Carrier.best();
        }
        return switch (carrier) {
            case "thread" -> new ThreadCarrier();
            case "continuation" -> continuation();
            default ->
                throw new ParameterException(
                        command.commandLine(),
                        "no carrier is called '" + carrier + "'; there are continuation and thread");
        };
    }

    private Carrier continuation() {
        try {
            return new ContinuationCarrier();
        } catch (IllegalStateException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** One line: which carrier, and why. */
    String description() {
        try (Carrier chosen = create()) {
            return chosen.description();
        }
    }

    /** The size that suits the carrier: threads are too slow for more than the quick one. */
    Size usualSize() {
        try (Carrier chosen = create()) {
            return chosen instanceof ThreadCarrier ? Size.QUICK : Size.STANDARD;
        }
    }
}
