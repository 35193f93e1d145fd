package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import org.jspecify.annotations.Nullable;

/** Digests of a machine's state, as the search needs them before every choice. */
final class StateDigest {
    private final Machine machine;
    private @Nullable Processor restOf;
    private @Nullable Strand restStrand;
    private long rest;
    private final int[] moves = new int[Moves.MOVES_MAX];

    StateDigest(Machine machine) {
        this.machine = machine;
    }

    /** Something other than the running strand and its processor may have changed. */
    void moved() {
        restOf = null;
    }

    /**
     * Digest of everything that can decide the future of this run, the arbiter's own state excepted. Only what the running
     * processor changes is digested anew; the others' share is kept from when they last moved.
     */
    long fingerprint() {
        Processor p = machine.now;
        if (restOf != p || restStrand != p.strand) {
            rest = 0;
            for (Processor other : machine.processors) {
                rest += other == p ? 0 : other.digest();
            }
            for (Strand other : machine.strands) {
                rest += other == p.strand ? 0 : other.digest();
            }
            restOf = p;
            restStrand = p.strand;
        }
        long outside = machine.interrupts.digest();
        if (machine.moves().asynchronous()) {
            outside += machine.peripherals.digest() + machine.answers;
        }
        return Hash.mix(machine.memory.digest
                + machine.listener.fingerprint()
                + p.digest()
                + p.strand.digest()
                + rest
                + outside
                + machine.imagesDigest());
    }

    /**
     * Digest of what every processor would do next, computed apart from {@link #fingerprint()}: two states with equal
     * fingerprints and different witnesses prove that the fingerprint forgets something.
     */
    int witness() {
        long digest = 0;
        for (Processor p : machine.processors) {
            Strand s = p.strand;
            digest = Hash.append(digest + s.op + ((long) p.stores.size() << 8), ((long) s.word << 32) ^ s.value);
        }
        if (machine.moves().asynchronous()) {
            int size = machine.moves().all(moves);
            for (int i = 0; i < size; i++) {
                digest = Hash.append(digest, Agent.isDrain(moves[i]) ? 0 : moves[i]);
            }
        }
        digest = Hash.append(
                digest,
                ((long) machine.moves().steppable() << 32) ^ machine.moves().raisable());
        return (int) (digest >>> 16);
    }
}
