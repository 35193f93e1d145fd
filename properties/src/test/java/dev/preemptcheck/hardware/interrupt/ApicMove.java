package dev.preemptcheck.hardware.interrupt;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Something that happens to the local APICs and their bus: {@code vector} arrives, is sent, ... as the kind says. */
record ApicMove(Kind kind, int cpu, int other, int vector) {
    /** Processor {@code cpu} is posted the vector, answers, ends; sends it to {@code other}; {@code other}'s message arrives. */
    enum Kind {
        POST,
        ACCEPT,
        END,
        SEND,
        ARRIVE
    }

    static Arbitrary<ApicMove> of(int cpus, Integer... vectors) {
        Arbitrary<Integer> cpu = Arbitraries.integers().between(0, cpus - 1);
        return Combinators.combine(Arbitraries.of(Kind.class), cpu, cpu, Arbitraries.of(vectors))
                .as(ApicMove::new)
                .withoutEdgeCases();
    }
}
