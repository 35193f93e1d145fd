package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.HashSet;
import java.util.Set;

/** What a search without states makes of a generated program. */
public final class StatelessOutcomes {
    private final Set<Outcome> outcomes = new HashSet<>();
    private final Classes classes;

    private StatelessOutcomes(Program program, StatelessMistake mistake) {
        ProgramScenario scenario = new ProgramScenario(program);
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            classes = new StatelessExplorer(
                            subject, machine -> outcomes.add(scenario.outcome(machine)), mistake.dependence())
                    .explore();
        }
        classes.signatures().stream()
                .filter(signature -> !EngineOutcomes.isDeadlock(signature))
                .forEach(signature -> outcomes.add(Outcome.failed(signature.outcome())));
    }

    public static StatelessOutcomes of(Program program) {
        return of(program, StatelessMistake.NONE);
    }

    static StatelessOutcomes of(Program program, StatelessMistake mistake) {
        return new StatelessOutcomes(program, mistake);
    }

    /** How its runs end. */
    public Set<Outcome> outcomes() {
        return outcomes;
    }

    Classes classes() {
        return classes;
    }
}
