package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.hardware.Memory;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a program is made of.
 *
 * @param bodies its threads; each runs on a processor of its own
 * @param last what is done when all of them have ended
 */
record Threads(List<Body> bodies, Optional<Body> last) {
    Threads {
        bodies = List.copyOf(bodies);
    }

    /** Lays out the words of a program, and gives its threads. */
    @FunctionalInterface
    interface Layout {
        Threads in(Memory memory);
    }

    static Threads of(int threads, IntFunction<Body> body) {
        return new Threads(IntStream.range(0, threads).mapToObj(body).toList(), Optional.empty());
    }

    Threads andThen(Body check) {
        return new Threads(bodies, Optional.of(check));
    }
}
