package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import java.util.ArrayList;
import java.util.List;

/** Raises one interrupt where a hazard was seen, lets a given other task in at the next occasion, and carries on. */
final class ScoutArbiter implements Arbiter {
    private final int raiseAt;
    private final int turn;
    private final Bounds bounds;
    private final List<Deviation> deviations = new ArrayList<>();

    ScoutArbiter(int raiseAt, int turn, Bounds bounds) {
        this.raiseAt = raiseAt;
        this.turn = turn;
        this.bounds = bounds;
    }

    Schedule schedule() {
        return new Schedule(deviations);
    }

    @Override
    public int choose(Machine m) {
        boolean raisable = (m.moves().raisable() & (1 << m.running())) != 0;
        if (deviations.isEmpty() && m.steps() == raiseAt && raisable && bounds.interrupts() > 0) {
            return deviate(m, Agent.timer(m.running()));
        }
        return m.moves().defaultAgent();
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        boolean wanted = turn != preferred && (candidates & (1 << turn)) != 0;
        if (deviations.size() == 1 && involuntary && wanted && bounds.preemptions() > 0) {
            return Agent.number(deviate(m, Agent.task(turn)));
        }
        return preferred;
    }

    private int deviate(Machine m, int agent) {
        deviations.add(new Deviation(m.steps(), agent));
        return agent;
    }
}
