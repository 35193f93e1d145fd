package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;

/** One worker of a search: runs schedules on a machine of its own, and adds to what all workers share. */
final class Searcher {
    private final Subject subject;
    private final Machine machine;
    private final Common common;
    private final Branching branching;

    /** What the workers of a search share. */
    record Common(
            Bounds bounds,
            SearchOptions options,
            SearchParts parts,
            Footprint footprint,
            Movers movers,
            Round round,
            Executions executions) {

        /** What the round rests on has turned out to be too little. */
        boolean unsettled() {
            return footprint.unsettled() || movers.unsettled();
        }
    }

    Searcher(Subject subject, Common common) {
        this.subject = subject;
        this.machine = subject.machine();
        this.common = common;
        this.branching = new Branching(
                machine, common.parts.visibility(machine, common.footprint), common.movers, common.round.frontier());
    }

    /** A random run, to learn about words. */
    void warmUp(long randomSeed) {
        common.executions.begin();
        subject.run(new RandomArbiter(randomSeed, common.bounds), common.footprint, 0, null);
    }

    /** Runs the schedule that waits at {@code node}, and adds what lies behind it to the frontier. */
    void follow(int node) {
        Probe probe = new Probe(common.round, branching, new Budget(common.bounds), Trail.NONE, node);
        common.executions.begin();
        subject.run(probe, common.footprint, probe.nextStep(), null);
        common.executions.record(subject, probe.schedule());
        if (subject.failure() != null && common.parts.choiceBeforeFailure()) {
            probe.branchBeforeFailure(machine);
        }
        common.round.add(machine, probe.budget());
        if (!machine.wasCut()) {
            synchronized (common.parts) {
                common.parts.ended(subject);
            }
        }
        if (probe.schedule().size() == 0 && common.options.goal() == null) {
            scout();
        }
    }

    /**
     * Tries what the first run's hazards suggest: an interrupt right there, and every other task that it could let in. Only
     * the order of the search changes by it: a failure is known sooner, and the search goes on to the least.
     */
    private void scout() {
        for (Finding hazard : common.executions.hazards()) {
            for (int turn = 0; turn < machine.tasks() && !common.executions.spent(); turn++) {
                ScoutArbiter scout = new ScoutArbiter(hazard.step(), turn, common.bounds);
                common.executions.begin();
                subject.run(scout, common.footprint, hazard.step(), null);
                common.executions.record(subject, scout.schedule());
            }
        }
    }
}
