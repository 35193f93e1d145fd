package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import java.util.List;

/** Makes a schedule's deviations where their anchors say, whatever the number of steps. */
final class AnchorArbiter implements Arbiter {
    private final List<Deviation> deviations;
    private final List<Anchor> anchors;
    private final AnchorTracker tracker;
    private int followed;

    AnchorArbiter(Schedule schedule, List<Anchor> anchors, AnchorTracker tracker) {
        this.deviations = schedule.deviations();
        this.anchors = anchors;
        this.tracker = tracker;
    }

    @Override
    public int choose(Machine m) {
        if (due(false)) {
            int agent = deviations.get(followed).agent();
            if (m.moves().canMove(agent)) {
                followed++;
                return agent;
            }
        }
        return m.moves().defaultAgent();
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        if (due(true)
                && (candidates & (1 << Agent.number(deviations.get(followed).agent()))) != 0
                && m.picked(Agent.number(deviations.get(followed).agent()))
                        == deviations.get(followed).agent()) {
            return Agent.number(deviations.get(followed++).agent());
        }
        return preferred;
    }

    private boolean due(boolean pick) {
        return followed < deviations.size()
                && Agent.isPick(deviations.get(followed).agent()) == pick
                && tracker.here().equals(anchors.get(followed));
    }
}
