package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.HashSet;
import java.util.Set;

/** What the explorer finds in a generated program: every outcome of the runs that were not cut off, and the verdict. */
public final class EngineOutcomes {
    private final Set<Outcome> outcomes = new HashSet<>();
    private final Verdict verdict;

    private EngineOutcomes(ProgramScenario scenario, Bounds bounds, Footprint.Reduction reduction, Mistake mistake) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            SearchOptions options = SearchOptions.ALL.withReduction(reduction);
            Explorer explorer = new Explorer(subject, bounds, options, new Mistake.Parts(mistake) {
                @Override
                void ended(Machine machine) {
                    Subject.Sighting failure = subject.failure();
                    if (failure == null || isDeadlock(failure.signature())) {
                        outcomes.add(scenario.outcome(machine));
                    }
                }
            });
            this.verdict = explorer.explore(Progress.UNWATCHED);
            if (verdict instanceof Verdict.Refuted refuted) {
                refuted.findings().stream()
                        .filter(f -> !f.hazard() && !isDeadlock(f.signature()))
                        .forEach(f -> outcomes.add(Outcome.failed(f.signature().outcome())));
            }
        }
    }

    /** Where everybody stands when nobody can move, spinning or asleep, is an outcome like others. */
    private static boolean isDeadlock(Signature signature) {
        return signature.rule().equals("D13") || signature.is("D8:lost-wakeup");
    }

    public static EngineOutcomes of(Program program, Footprint.Reduction reduction) {
        return of(program, reduction, Mistake.NONE);
    }

    public static EngineOutcomes of(Program program, Footprint.Reduction reduction, Mistake mistake) {
        return of(new ProgramScenario(program), program.bounds(), reduction, mistake);
    }

    /** In a scenario of its own making. */
    public static EngineOutcomes of(
            ProgramScenario scenario, Bounds bounds, Footprint.Reduction reduction, Mistake mistake) {
        return new EngineOutcomes(scenario, bounds, reduction, mistake);
    }

    public Set<Outcome> outcomes() {
        return outcomes;
    }

    public Verdict verdict() {
        return verdict;
    }

    /** Distinct states met. */
    public long states() {
        return verdict instanceof Verdict.Proved proved
                ? proved.states()
                : verdict instanceof Verdict.Refuted refuted ? refuted.states() : -1;
    }
}
