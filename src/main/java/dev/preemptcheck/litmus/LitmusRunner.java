package dev.preemptcheck.litmus;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Movers;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.litmus.program.FinalState;
import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.Place;
import dev.preemptcheck.litmus.program.Proposition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Runs every interleaving of a litmus test and collects the states in which it ends. A run that ends in a deadlock has no final
 * state, nor has one that the filter rejects.
 */
public final class LitmusRunner {
    private static final Bounds NO_INTERRUPTS = new Bounds(0, 0);
    /** Sets of those who get a turn are known here by word and thread, which locks do not improve on. */
    private static final SearchOptions OPTIONS = SearchOptions.ALL.withReduction(Footprint.Reduction.PRIVATE);

    private final LitmusTest test;
    private final LitmusScenario scenario;
    private final List<Place> shown;
    private final int[] shownAt;
    /** Whether the proposition holds, by final state. */
    private final Map<State, Boolean> states = new TreeMap<>();

    private boolean endless;

    private LitmusRunner(LitmusTest test, MemoryModel model) {
        this.test = test;
        this.scenario = new LitmusScenario(test, model);
        this.shown = test.shown();
        this.shownAt = scenario.addresses(shown);
    }

    /**
     * Runs a test.
     *
     * @param carrier makes what runs its threads
     * @param executionsMax after so many runs it is given up
     */
    public static LitmusOutcome run(LitmusTest test, MemoryModel model, Supplier<Carrier> carrier, long executionsMax) {
        LitmusRunner runner = new LitmusRunner(test, model);
        Movers movers = new PersistentSets(runner.scenario.outlook());
        return runner.run(carrier.get(), OPTIONS.withExecutionsMax(executionsMax), movers);
    }

    /** Runs a test from every state on in every way. */
    static LitmusOutcome runWithoutReduction(
            LitmusTest test, MemoryModel model, Supplier<Carrier> carrier, long executionsMax) {
        SearchOptions options =
                SearchOptions.ALL.withReduction(Footprint.Reduction.NONE).withExecutionsMax(executionsMax);
        return new LitmusRunner(test, model).run(carrier.get(), options, Movers.EVERYBODY);
    }

    private LitmusOutcome run(Carrier carrier, SearchOptions options, Movers movers) {
        try (Subject subject = new Subject(scenario, carrier)) {
            Verdict verdict = Explorer.ofOutcomes(subject, NO_INTERRUPTS, options, movers, this::ended)
                    .explore(Progress.UNWATCHED);
            return outcome(verdict);
        }
    }

    private void ended(Machine machine) {
        endless |= scenario.watch().endless();
        if (machine.unfinished() != 0) {
            return;
        }
        FinalState end = scenario.finalState(machine);
        Proposition filter = test.filter();
        if (filter == null || filter.holds(end)) {
            State state = new State(scenario.values(machine, shownAt));
            states.computeIfAbsent(state, s -> test.condition().proposition().holds(end));
        }
    }

    private LitmusOutcome outcome(Verdict verdict) {
        List<String> labels = shown.stream().map(place -> place + "=").toList();
        return new LitmusOutcome(
                test,
                states.keySet().stream()
                        .map(state -> spelling(state, labels, scenario::spelling))
                        .toList(),
                (int) states.values().stream().filter(holds -> holds).count(),
                isComplete(verdict) && !endless,
                scenario.watch().raced(),
                scenario.watch().wild(),
                verdict.executions());
    }

    /** Deadlocks are findings, but end the search as little as anything else does. */
    private static boolean isComplete(Verdict verdict) {
        return verdict instanceof Verdict.Proved
                || (verdict instanceof Verdict.Refuted refuted && refuted.extent() == Verdict.Extent.ALL);
    }

    private static String spelling(State state, List<String> labels, IntFunction<String> value) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < labels.size(); i++) {
            line.append(i == 0 ? "" : " ")
                    .append(labels.get(i))
                    .append(value.apply(state.values[i]))
                    .append(';');
        }
        return line.toString();
    }

    /** The values of what is shown, in that order; states are ordered by the first that differs. */
    private static final class State implements Comparable<State> {
        private final int[] values;

        State(int[] values) {
            this.values = values;
        }

        @Override
        public int compareTo(State other) {
            return Arrays.compare(values, other.values);
        }
    }
}
