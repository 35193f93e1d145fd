package dev.preemptcheck.hardware.interrupt;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * A processor's local APIC, enabled, with a task priority of 0 as Linux leaves it.
 *
 * <p>Of one vector there are at most two instances: one in service and one requested; what arrives on top is merged
 * (fact 2.2). A vector's upper four bits are its class. The processor is given the highest requested vector, unless
 * one of the same or a higher class is in service. An end of interrupt names no vector: it ends the highest in service,
 * which is the one that was given last.
 */
public final class LocalApic {
    private static final int NONE = -1;
    private static final int REQUESTED = 1;
    private static final int IN_SERVICE = 2;

    private final VectorSet requested = new VectorSet();
    private final VectorSet inService = new VectorSet();
    private int presented = NONE;
    private long digest;

    /** Nothing requested, nothing in service. */
    public void reset() {
        requested.clear();
        inService.clear();
        presented = NONE;
        digest = 0;
    }

    /**
     * A vector arrives: from a device's line, from another processor, or from the APIC's own timer.
     *
     * @throws IllegalArgumentException if it isn't one of 0x20 to 0xff
     */
    public void post(int vector) {
        if (!requested.contains(Vector.check(vector))) {
            request(vector);
            settlePriority();
        }
    }

    /** The local timer has counted down. */
    public void timer() {
        post(Vector.LOCAL_TIMER);
    }

    /** The vector that the processor would be given if it answered now, -1 if none. */
    public int presented() {
        return presented;
    }

    /** True if the vector, were it to arrive now, would be the one that is {@linkplain #presented presented} next. */
    public boolean wouldPresent(int vector) {
        int serving = inService.highest();
        return vector > presented
                && !requested(vector)
                && (serving == NONE || Vector.priorityClass(vector) > Vector.priorityClass(serving));
    }

    /** True if an instance of the vector waits; one that arrives now would be merged with it. */
    public boolean requested(int vector) {
        return requested.contains(Vector.check(vector));
    }

    /** True from when the vector is given to the processor until its end of interrupt. */
    public boolean inService(int vector) {
        return inService.contains(Vector.check(vector));
    }

    /**
     * The processor answers: the vector it is given is in service from now on.
     *
     * @throws IllegalStateException if none is presented: requests are never withdrawn here, as they are at the 8259
     */
    public int accept() {
        int vector = presented;
        if (vector == NONE) {
            throw new IllegalStateException("the local APIC presents no vector");
        }
        request(vector);
        serve(vector);
        settlePriority();
        return vector;
    }

    /** A write to the EOI register. No effect if nothing is in service. */
    public void endOfInterrupt() {
        int vector = inService.highest();
        if (vector != NONE) {
            serve(vector);
            settlePriority();
        }
    }

    /** Digest of both registers, kept up to date by every move. */
    public long digest() {
        return digest;
    }

    private void request(int vector) {
        requested.flip(vector);
        digest ^= Hash.at(REQUESTED, vector);
    }

    private void serve(int vector) {
        inService.flip(vector);
        digest ^= Hash.at(IN_SERVICE, vector);
    }

    private void settlePriority() {
        int best = requested.highest();
        int serving = inService.highest();
        boolean blocked = serving != NONE && Vector.priorityClass(best) <= Vector.priorityClass(serving);
        presented = blocked ? NONE : best;
    }
}
