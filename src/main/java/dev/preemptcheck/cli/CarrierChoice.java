package dev.preemptcheck.cli;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ContinuationCarrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
import dev.preemptcheck.scenario.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a carrier, for the commands that run strands. */
final class CarrierChoice {
    @Option(
            names = "--carrier",
            paramLabel = "continuation|thread",
            description = "How strands are paused; by default continuations where the JVM has them.")
    private @Nullable String carrier;

    /**
     * A carrier of the chosen kind.
     *
     * @throws IllegalArgumentException if there is no such kind, or not on this JVM; the message is one line
     */
    Carrier create() {
        if (carrier == null) {
            return Carrier.best();
        }
        return switch (carrier) {
            case "thread" -> new ThreadCarrier();
            case "continuation" -> continuation();
            default ->
                throw new IllegalArgumentException(
                        "no carrier is called '" + carrier + "'; there are continuation and thread");
        };
    }

    private static Carrier continuation() {
        try {
            return new ContinuationCarrier();
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
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
