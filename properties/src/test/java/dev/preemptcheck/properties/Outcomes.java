package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.explore.EngineOutcomes;
import dev.preemptcheck.explore.Mistake;
import dev.preemptcheck.hardware.Footprint.Reduction;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares what the explorer finds with brute force, as far as a reduction promises it. */
final class Outcomes {
    private Outcomes() {}

    /** All that brute force finds. */
    static Set<Outcome> expected(Program program, Reduction reduction) {
        return kept(BruteForce.outcomes(program, Integer.MAX_VALUE), reduction);
    }

    /** All that the explorer finds. */
    static Set<Outcome> found(Program program, Reduction reduction) {
        return found(program, reduction, Mistake.NONE);
    }

    static Set<Outcome> found(Program program, Reduction reduction, Mistake mistake) {
        return kept(EngineOutcomes.of(program, reduction, mistake).outcomes(), reduction);
    }

    /** Without reductions everything, with them what {@link Outcome#reduced()} says. */
    static Set<Outcome> kept(Set<Outcome> outcomes, Reduction reduction) {
        return reduction == Reduction.NONE
                ? outcomes
                : outcomes.stream().map(Outcome::reduced).collect(Collectors.toSet());
    }
}
