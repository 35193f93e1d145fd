package dev.preemptcheck.hardware.carrier;

import org.jspecify.annotations.Nullable;

/**
 * Strands on the JDK's internal one-shot continuations, all on the driver's own thread.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED} (the jar's manifest has it) and Java 21 or
 * newer. A strand must not suspend inside a class initialiser, a native frame, or, before Java 24, a monitor: the
 * JDK refuses, and that is reported as the engine's own fault.
 *
 * <p>Seen on Java 25: a continuation that yields takes the monitors of the thread that runs it along, and gives them back when
 * it ends. So every strand is run to its end before control returns to a caller, who may hold some; none is kept for reuse.
 */
public final class ContinuationCarrier implements Carrier {

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
        return Continuations.create(body);
    }

    @Override
    public boolean resume(Object handle) {
        return Continuations.run(handle);
    }

    @Override
    public void suspend() {
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
    public Carrier another() {
        return new ContinuationCarrier();
    }

    @Override
    public String description() {
        return "continuations, Java " + Runtime.version().feature();
    }

    @Override
    public void close() {}
}
