package dev.preemptcheck.hardware.interrupt;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * The messages between local APICs that were sent and have not arrived: state of the machine, because a target may go on
 * for a while before it notices, even with IF=1.
 *
 * <p>Every processor has one interrupt command register: a message, with one or more targets, is under way until it has
 * arrived at all of them, each at its own time, and the register takes the next message only then
 * (2.4 waits for that before each send). So messages of one sender arrive in the order sent, those of different senders
 * in any order. Two senders' messages with the same vector are kept apart: a target that is late may serve the first
 * before the second arrives, though both were sent before either arrived. They merge at the target's request register,
 * not before.
 *
 * <p>An arrival is an agent's move and asks nothing of the target; whether the target takes the interrupt then is up to
 * its flag and its {@link LocalApic}.
 */
public final class ApicBus {
    /** Processors on one bus. */
    public static final int CPUS_MAX = 8;

    private final LocalApic[] targets;
    /** By sender. */
    private final int[] vectors;
    /** By sender: who still waits for its message, a bit each. */
    private final int[] waiting;

    /** @param apics by processor number; at most {@link #CPUS_MAX} */
    public ApicBus(LocalApic... apics) {
        if (apics.length > CPUS_MAX) {
            throw new IllegalArgumentException("at most " + CPUS_MAX + " processors share the bus: " + apics.length);
        }
        targets = apics.clone();
        vectors = new int[apics.length];
        waiting = new int[apics.length];
    }

    /** Nothing under way. */
    public void reset() {
        Arrays.fill(vectors, 0);
        Arrays.fill(waiting, 0);
    }

    /** True while the sender's last message has not arrived everywhere; it can't send until then. */
    public boolean busy(int sender) {
        return waiting[sender] != 0;
    }

    /**
     * Processor {@code sender} sends {@code vector} to the processors in {@code mask}, a bit each; itself may be among them.
     *
     * @throws IllegalStateException if the sender is {@linkplain #busy busy}
     */
    public void send(int sender, int mask, int vector) {
        if (busy(sender)) {
            throw new IllegalStateException("cpu" + sender + " still sends " + Vector.name(vectors[sender])
                    + "; it has to wait before it sends " + Vector.name(vector));
        }
        if (mask == 0 || mask >>> targets.length != 0) {
            throw new IllegalArgumentException(
                    "targets 0b" + Integer.toBinaryString(mask) + " of " + targets.length + " processors");
        }
        vectors[sender] = Vector.check(vector);
        waiting[sender] = mask;
    }

    /** The processors at which a message of {@code sender} can arrive now, a bit each. */
    public int arrivals(int sender) {
        return waiting[sender];
    }

    /** The vector of the message under way from {@code sender}, 0 if there is none. */
    public int vector(int sender) {
        return vectors[sender];
    }

    /**
     * The message of {@code sender} arrives at {@code target}.
     *
     * @throws IllegalStateException if none is under way there
     */
    public void arrive(int sender, int target) {
        int bit = 1 << target;
        if ((waiting[sender] & bit) == 0) {
            throw new IllegalStateException("no message from cpu" + sender + " to cpu" + target + " is under way");
        }
        targets[target].post(vectors[sender]);
        waiting[sender] &= ~bit;
        if (waiting[sender] == 0) {
            vectors[sender] = 0;
        }
    }

    /** Digest of all messages under way. */
    public long digest() {
        long sum = 0;
        for (int sender = 0; sender < waiting.length; sender++) {
            if (waiting[sender] != 0) {
                sum += Hash.at(sender, waiting[sender] << 8 | vectors[sender]);
            }
        }
        return sum;
    }
}
