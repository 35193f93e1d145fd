package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for livelocks of a scenario with retry loops: cycles in which everybody who can moves, and nobody gets anywhere.
 *
 * <p>First, within the bounds, for parts of the state graph where the machine can go round though every processor, store and
 * message gets its turn. Then, from there on, with interrupts and preemptions that never end, for parts where it can still do
 * so when these get theirs, too: a tick that helps, or that lets a task in that does, helps in the end. So the bounds limit
 * what leads to a loop, not what can happen in it.
 *
 * <p>Of the reductions only private words are in force, with the choice at the head of each loop that keeps a part of the machine
 * from being passed over for ever (EXPLORATION E.4). What a run does that fails is not looked at.
 */
final class LivelockSearch {
    /** Executions after which it is given up to ask whether interrupts end a loop. */
    private static final long ENDLESS_MAX = 200_000;

    private final Subject subject;
    private final Machine machine;
    private final Bounds bounds;
    private final SearchOptions options;
    private final SearchParts parts;
    private final Footprint footprint;
    private final List<Finding> findings = new ArrayList<>();
    private long executions;
    private long states;
    private boolean decided = true;

    LivelockSearch(Subject subject, Bounds bounds, SearchOptions options, SearchParts parts) {
        this.subject = subject;
        this.machine = subject.machine();
        this.bounds = bounds;
        this.options = options;
        this.parts = parts;
        this.footprint = parts.footprint(
                subject,
                options.reduction() == Footprint.Reduction.NONE
                        ? Footprint.Reduction.NONE
                        : Footprint.Reduction.PRIVATE);
    }

    /** Looks for them, in at most so many executions. */
    void search(long executionsMax) {
        Exploration within = explore(false, List.of(), executionsMax);
        states += within.graph.nodes();
        List<Schedule> ways = new ArrayList<>();
        for (int[] component : parts.fairComponents(within.graph, false).all()) {
            ways.add(wayInto(within, component));
        }
        if (within.complete && !ways.isEmpty()) {
            Exploration beyond = explore(true, ways, Math.min(executionsMax, executions + ENDLESS_MAX));
            states += beyond.graph.nodes();
            for (int[] component : parts.fairComponents(beyond.graph, true).all()) {
                if (findings.isEmpty() || options.all()) {
                    findings.add(finding(beyond, component));
                }
            }
            decided &= beyond.complete;
        }
        decided &= within.complete;
    }

    /** False if it was given up. */
    boolean decided() {
        return decided;
    }

    List<Finding> findings() {
        return findings;
    }

    long executions() {
        return executions;
    }

    /** How many states its graphs hold. */
    long states() {
        return states;
    }

    /** A graph, the frontier that holds the schedules that lead to its nodes, and whether nothing was left out. */
    private record Exploration(StateGraph graph, Frontier frontier, boolean complete) {
        Schedule stem(int node) {
            return frontier.schedule(graph.stem(node));
        }
    }

    private Exploration explore(boolean endless, List<Schedule> ways, long executionsMax) {
        Round round = new Round(endless ? EndlessStates::new : parts::visited, false);
        Branching branching =
                new Branching(machine, parts.visibility(machine, footprint), parts.movers(), round.frontier(), endless);
        StateGraph graph;
        do {
            footprint.settle();
            graph = new StateGraph();
            if (endless) {
                round.restart(ways);
            } else {
                round.restart();
            }
            while (round.frontier().hasNext() && !footprint.unsettled()) {
                if (executions >= executionsMax) {
                    return new Exploration(graph, round.frontier(), false);
                }
                Budget budget = endless ? Budget.endless() : new Budget(bounds);
                graph.run();
                Probe probe = new Probe(
                        round, branching, budget, graph, round.frontier().next());
                subject.run(probe, footprint, probe.nextStep(), null);
                executions++;
            }
        } while (footprint.unsettled());
        return new Exploration(graph, round.frontier(), true);
    }

    /** A schedule whose last deviation is a move within the component. */
    private static Schedule wayInto(Exploration within, int[] component) {
        int edge = RoundTrip.retry(within.graph, component);
        int node = RoundTrip.source(within.graph, component, edge);
        return within.stem(node).with(new Deviation(within.graph.step(node), within.graph.agent(edge)));
    }

    private Finding finding(Exploration beyond, int[] component) {
        StateGraph graph = beyond.graph;
        List<Integer> way = RoundTrip.of(graph, component);
        int start = RoundTrip.source(graph, component, way.get(0));
        LassoGuide guide = new LassoGuide(graph, way, beyond.stem(start), graph.step(start), graph.state(start));
        subject.run(guide, footprint, 0, null);
        Schedule schedule = guide.schedule();
        subject.run(new LassoWatch(subject, schedule, new ScheduleArbiter(schedule)), footprint, 0, null);
        executions += 2;
        Subject.Sighting failure = subject.failure();
        if (!guide.done() || failure == null) {
            throw new IllegalStateException("a cycle in the state graph is none when it is run: " + schedule);
        }
        return failure.on(schedule);
    }

    /** States that are explored once, whatever the budgets were. */
    private static final class EndlessStates extends VisitedStates {
        @Override
        boolean covers(long seen, long visit) {
            return true;
        }
    }
}
