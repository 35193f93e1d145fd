package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import java.util.List;

/**
 * Follows a schedule, with every reduction off. A deviation that can't be made at its step (the code has changed) is not made,
 * nor is any after it.
 */
final class ScheduleArbiter implements Arbiter {
    private final List<Deviation> deviations;
    private int followed;

    ScheduleArbiter(Schedule schedule) {
        deviations = schedule.deviations();
    }

    /** True if every deviation was made. */
    boolean followedAll() {
        return followed == deviations.size();
    }

    @Override
    public int choose(Machine m) {
        if (due(m, false) && m.moves().canMove(deviations.get(followed).agent())) {
            return deviations.get(followed++).agent();
        }
        return m.moves().defaultAgent();
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        if (due(m, true)
                && (candidates & (1 << Agent.number(deviations.get(followed).agent()))) != 0
                && m.picked(Agent.number(deviations.get(followed).agent()))
                        == deviations.get(followed).agent()) {
            return Agent.number(deviations.get(followed++).agent());
        }
        return preferred;
    }

    private boolean due(Machine m, boolean pick) {
        return followed < deviations.size()
                && m.steps() == deviations.get(followed).step()
                && Agent.isPick(deviations.get(followed).agent()) == pick;
    }
}
