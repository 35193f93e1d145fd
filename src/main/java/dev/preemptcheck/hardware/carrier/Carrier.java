package dev.preemptcheck.hardware.carrier;

/**
 * Runs pieces of code that can be paused. At any time at most one of them, or the driver, runs.
 *
 * <p>Not thread-safe: a carrier belongs to one machine and is driven by one thread.
 */
public interface Carrier extends AutoCloseable {

    /** A handle on {@code body}, not started yet. */
    Object start(Runnable body);

    /** Runs {@code handle} until it suspends or ends; true if it has ended. Called by the driver. */
    boolean resume(Object handle);

    /** Pauses the running code until it is resumed. Called by that code. */
    void suspend();

    /** One of the same kind, for a machine of another thread. */
    Carrier another();

    /** One line for {@code --version}: which carrier, and why. */
    String description();

    @Override
    void close();

    /** The faster carrier if this JVM offers it, found by trying. */
    static Carrier best() {
        return ContinuationCarrier.available() ? new ContinuationCarrier() : new ThreadCarrier();
    }
}
