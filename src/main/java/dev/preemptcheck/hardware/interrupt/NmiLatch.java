package dev.preemptcheck.hardware.interrupt;

/**
 * A processor's non-maskable interrupt: it ignores IF, may hit inside a hardirq, and does not nest in itself (fact 2.2).
 *
 * <p>While one is served the next is latched, and one only: what comes on top is merged. The gate opens at the next
 * {@code iret} <em>of whatever handler</em>: the processor can't tell them apart, so an exception taken inside the NMI
 * handler opens it early, and then an NMI does hit inside an NMI.
 */
public final class NmiLatch {
    private boolean latched;
    private boolean blocked;

    /** None latched, none served. */
    public void reset() {
        latched = false;
        blocked = false;
    }

    /** The NMI pin, or a message of that delivery mode. */
    public void raise() {
        latched = true;
    }

    /** True if the processor takes an NMI before its next instruction. */
    public boolean presented() {
        return latched && !blocked;
    }

    /** True from when an NMI is taken until the next {@link #interruptReturn()}. */
    public boolean blocked() {
        return blocked;
    }

    /**
     * The processor takes the NMI.
     *
     * @throws IllegalStateException if none is presented
     */
    public void accept() {
        if (!presented()) {
            throw new IllegalStateException("no NMI to take: latched " + latched + ", blocked " + blocked);
        }
        latched = false;
        blocked = true;
    }

    /** The processor executes {@code iret}, at the end of any handler. */
    public void interruptReturn() {
        blocked = false;
    }

    /** The whole state: 0 to 3. */
    public long digest() {
        return (latched ? 1 : 0) | (blocked ? 2 : 0);
    }
}
