package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows a schedule to a state and from there edges of a {@link StateGraph} round to it again, and takes down the schedule
 * that does so: with a mark where the cycle begins, and one where it ends.
 */
final class LassoGuide implements Arbiter {
    private final StateGraph graph;
    private final List<Integer> way;
    private final ScheduleArbiter stem;
    private final int stemSteps;
    private final long start;
    private final List<Deviation> made = new ArrayList<>();
    private int taken;
    private boolean done;

    /**
     * @param stem leads to where the way begins, after {@code stemSteps} steps
     * @param start the state there
     */
    LassoGuide(StateGraph graph, List<Integer> way, Schedule stem, int stemSteps, long start) {
        this.graph = graph;
        this.way = way;
        this.stem = new ScheduleArbiter(stem);
        this.stemSteps = stemSteps;
        this.start = start;
    }

    /** True if it came round. */
    boolean done() {
        return done;
    }

    Schedule schedule() {
        return new Schedule(made);
    }

    @Override
    public int choose(Machine m) {
        int usual = m.moves().defaultAgent();
        int agent = stem.followedAll() ? onTheWay(m, usual) : stem.choose(m);
        if (agent != usual && agent != Agent.STOP) {
            note(m, agent);
        }
        return agent;
    }

    private int onTheWay(Machine m, int usual) {
        if (!isAt(m, 0)) {
            return usual;
        }
        if (taken == way.size()) {
            note(m, Agent.cycleEnds());
            done = true;
            return Agent.STOP;
        }
        if (taken == 0) {
            note(m, Agent.cycleBegins());
        }
        return Movement.unranked(m, graph.agent(way.get(taken++)));
    }

    /** True where the next edge begins, or, behind the last, the first did. */
    private boolean isAt(Machine m, int candidates) {
        if (taken == 0 && m.steps() < stemSteps) {
            return false;
        }
        long expected = taken == 0 || taken == way.size() ? start : graph.state(graph.target(way.get(taken - 1)));
        return Round.state(m, candidates) == expected;
    }

    private void note(Machine m, int agent) {
        made.add(new Deviation(m.steps(), agent));
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        int task = stem.followedAll()
                ? pickOnTheWay(m, candidates, preferred)
                : stem.pick(m, candidates, preferred, involuntary);
        if (task != preferred) {
            note(m, m.picked(task));
        }
        return task;
    }

    private int pickOnTheWay(Machine m, int candidates, int preferred) {
        boolean known = taken > 0 && taken < way.size() && isAt(m, candidates);
        return known ? Agent.number(graph.agent(way.get(taken++))) : preferred;
    }
}
