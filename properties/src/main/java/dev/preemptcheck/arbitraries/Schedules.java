package dev.preemptcheck.arbitraries;

import dev.preemptcheck.explore.Deviation;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.hardware.Agent;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Schedules as lists of deviations in the order of their steps. Those that can't be made in the run that they are tried on
 * are ignored there. They shrink towards fewer and earlier deviations.
 */
public final class Schedules {
    private Schedules() {}

    /**
     * Schedules for a machine.
     *
     * @param cpus its processors
     * @param tasks its tasks, idle ones included
     * @param stepsMax no deviation lies behind this step
     * @param deviationsMax nor are there more of them
     */
    public static Arbitrary<Schedule> of(int cpus, int tasks, int stepsMax, int deviationsMax) {
        Arbitrary<Integer> agents = Arbitraries.oneOf(List.of(
                Arbitraries.integers().between(0, cpus - 1).map(Agent::cpu),
                Arbitraries.integers().between(0, cpus - 1).map(Agent::timer),
                Arbitraries.integers().between(0, tasks - 1).map(Agent::task)));
        return Combinators.combine(Arbitraries.integers().between(0, stepsMax), agents)
                .as(Deviation::new)
                .list()
                .ofMaxSize(deviationsMax)
                .map(deviations -> new Schedule(deviations.stream().sorted().toList()));
    }
}
