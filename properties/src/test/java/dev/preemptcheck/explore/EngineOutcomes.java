package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the explorer finds in a generated program: every outcome of the runs that were not cut off, and the verdict. */
public final class EngineOutcomes {
    private final Set<Outcome> outcomes = new HashSet<>();
    private final Verdict verdict;

    private EngineOutcomes(
            Scenario scenario,
            Function<Machine, Outcome> outcome,
            Bounds bounds,
            Footprint.Reduction reduction,
            Mistake mistake,
            int helpers) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            SearchOptions options = SearchOptions.ALL.withReduction(reduction);
            Explorer explorer = new Explorer(subject, bounds, options, new Mistake.Parts(mistake) {
                @Override
                int helpAfter() {
                    return 1;
                }

                @Override
                void ended(Subject by) {
                    Subject.Sighting failure = by.failure();
                    if (failure == null || isDeadlock(failure.signature())) {
                        outcomes.add(outcome.apply(by.machine()));
                    }
                }
            });
            this.verdict = explorer.explore(new Helpers(helpers));
            if (verdict instanceof Verdict.Refuted refuted) {
                refuted.findings().stream()
                        .filter(f -> !f.hazard() && !isDeadlock(f.signature()))
                        .forEach(f -> outcomes.add(Outcome.failed(f.signature().outcome())));
            }
        }
    }

    /** So many threads for a search that wants help. */
    private record Helpers(int count) implements Progress {
        @Override
        public void at(long executions, long states, long waiting) {
            // nobody looks
        }

        @Override
        public void wantsHelp(Runnable help) {
            for (int i = 0; i < count; i++) {
                Thread helper = new Thread(help, "helper");
                helper.setDaemon(true);
                helper.start();
            }
        }
    }

    /** Where everybody stands when nobody can move, spinning or asleep, is an outcome like others. */
    static boolean isDeadlock(Signature signature) {
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
        return new EngineOutcomes(scenario, scenario::outcome, bounds, reduction, mistake, 0);
    }

    /** By a search that so many others help from its first run on. */
    public static EngineOutcomes helped(Program program, Footprint.Reduction reduction, Mistake mistake, int helpers) {
        WorkersScenario scenario = new WorkersScenario(program);
        return new EngineOutcomes(scenario, scenario::outcome, program.bounds(), reduction, mistake, helpers);
    }

    public Set<Outcome> outcomes() {
        return outcomes;
    }

    public Verdict verdict() {
        return verdict;
    }

    /** What was found, each with the number of deviations that lead to it. */
    public Map<Signature, Integer> findings() {
        return verdict instanceof Verdict.Refuted refuted
                ? refuted.findings().stream()
                        .collect(Collectors.toMap(
                                Finding::signature, f -> f.schedule().size()))
                : Map.of();
    }

    /** Distinct states met. */
    public long states() {
        return verdict instanceof Verdict.Proved proved
                ? proved.states()
                : verdict instanceof Verdict.Refuted refuted ? refuted.states() : -1;
    }
}
