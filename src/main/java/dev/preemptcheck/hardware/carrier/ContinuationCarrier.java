package dev.preemptcheck.hardware.carrier;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Strands on the JDK's internal one-shot continuations, all on the driver's own thread.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED} (the jar's manifest has it) and Java 21 or
 * newer. A strand must not suspend inside a class initialiser, a native frame, or, before Java 24, a monitor: the
 * JDK refuses, and that is reported as the engine's own fault.
 */
public final class ContinuationCarrier implements Carrier {

    /** One continuation that carries strand after strand: a new one for each costs more than the strand itself. */
    private static final class Lane {
        private final Object continuation = Continuations.create(this::carry);
        private @Nullable Runnable body;

        private void carry() {
            for (Runnable next = body; next != null; next = body) {
                next.run();
                body = null;
                pause();
            }
        }
    }

    private final List<Lane> free = new ArrayList<>();

    /**
     * A carrier on this JVM.
     *
     * @throws IllegalStateException if this JVM has no continuations to offer
     */
    public ContinuationCarrier() {
        if (!available()) {
            throw new IllegalStateException("no continuations here: " + whyNot());
        }
    }

    /** True if a continuation can be run on this JVM. */
    public static boolean available() {
        return Continuations.AVAILABLE;
    }

    /** Why there is none, in a few words. */
    static String whyNot() {
        int feature = Runtime.version().feature();
        return feature < 21
                ? "Java " + feature + " has no continuations"
                : "--add-exports java.base/jdk.internal.vm=ALL-UNNAMED is missing";
    }

    @Override
    public Object start(Runnable body) {
        Lane lane = free.isEmpty() ? new Lane() : free.remove(free.size() - 1);
        lane.body = body;
        return lane;
    }

    @Override
    public boolean resume(Object handle) {
        Lane lane = (Lane) handle;
        Continuations.run(lane.continuation);
        if (lane.body != null) {
            return false;
        }
        free.add(lane);
        return true;
    }

    @Override
    public void suspend() {
        pause();
    }

    private static void pause() {
        boolean paused;
        try {
            paused = Continuations.yieldNow();
        } catch (IllegalStateException pinned) {
            throw cantPause(pinned);
        }
        if (!paused) {
            throw cantPause(null);
        }
    }

    private static IllegalStateException cantPause(@Nullable Throwable why) {
        return new IllegalStateException(
                "a strand can't be paused here: it is inside a class initialiser, a native frame or a monitor", why);
    }

    @Override
    public String description() {
        return "continuations, Java " + Runtime.version().feature();
    }

    @Override
    public void close() {}
}
