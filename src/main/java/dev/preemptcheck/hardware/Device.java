package dev.preemptcheck.hardware;

/**
 * A device: registers behind I/O ports, and moves that it makes of its own accord.
 *
 * <p>Nothing happens in a device but through this interface: a processor accesses a port, or the explorer picks one of
 * the device's {@link #moves()}. <em>When</em> the device moves, and which of its moves it makes, is a choice; all else
 * is a function of what happened before. Both kinds of step are indivisible for processors and other devices. What a
 * device does to the world goes through its {@link Bus}.
 */
public interface Device {

    /** The name by which traces and seeds call it. */
    String name();

    /** Back to power-on: the start of a run. */
    void reset();

    /** The moves that the device can make now, a bit each. */
    int moves();

    /**
     * Those of {@link #moves()} that are owed: one of them will come, so no run ends before it. The others only may come,
     * and a scenario says how often, as for interrupts.
     */
    int due();

    /** The name by which traces and seeds call a move: one word, the same in every state. */
    String moveName(int move);

    /**
     * Makes a move.
     *
     * @param move its bit number in {@link #moves()}
     * @throws IllegalStateException if it is not one of {@link #moves()}
     */
    void move(int move);

    /** True if accesses to {@code port} go to this device. */
    default boolean decodes(int port) {
        return false;
    }

    /**
     * What {@code in} of 1, 2 or 4 bytes reads, zero-extended.
     *
     * @throws IllegalArgumentException if no register of that width is modelled at {@code port}
     */
    default int in(int port, int bytes) {
        throw noRegister(name(), port, bytes);
    }

    /**
     * {@code out} of 1, 2 or 4 bytes; higher bits of {@code value} are ignored.
     *
     * @throws IllegalArgumentException if no register of that width is modelled at {@code port}
     */
    default void out(int port, int bytes, int value) {
        throw noRegister(name(), port, bytes);
    }

    /**
     * Digest of all that can decide the device's future: registers, FIFO, progress, interrupt line. Deadlines are not in it:
     * the {@link SimulatedClock} has them.
     */
    long digest();

    /** For accesses to what is not modelled: a mistake of the scenario, not of the kernel. */
    static IllegalArgumentException noRegister(String device, int port, int bytes) {
        return new IllegalArgumentException(
                device + " has no register of " + 8 * bytes + " bits at port 0x" + Integer.toHexString(port));
    }
}
