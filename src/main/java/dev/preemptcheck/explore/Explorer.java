package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.function.Consumer;

/**
 * Exact search within bounds: every schedule of a scenario, up to the order of steps that can't be told apart.
 *
 * <p>Stateful: a state met before with at least the budgets that are left now is not explored again. Each run follows a
 * schedule that waits in the frontier, then carries on by default; on the way, every new state adds its other
 * alternatives to the frontier ({@link Probe}). So schedules are tried in the order of their number of deviations, and the
 * first finding has the fewest. What is known of words grows meanwhile; if a word that was passed without a choice turns
 * out to need one, the search starts over, and a proof belongs to a round in which none did (EXPLORATION A.4).
 *
 * <p>Runs that never end show in none of these; where there are retry loops, a {@link LivelockSearch} comes last.
 */
public final class Explorer {
    /** Random runs that learn about words before the first round. */
    private static final int WARM_UP_RUNS = 32;

    private static final long WARM_UP_SEED = 1;

    /** Executions between two progress reports, a power of two. */
    private static final int PROGRESS_PERIOD = 1024;

    private final Subject subject;
    private final Machine machine;
    private final Bounds bounds;
    private final SearchOptions options;
    private final SearchParts parts;
    private final Footprint footprint;
    private final Movers movers;
    private final Round round;
    private final Branching branching;
    private long loopStates;
    private final Executions executions;

    public Explorer(Subject subject, Bounds bounds, SearchOptions options) {
        this(subject, bounds, options, new SearchParts());
    }

    /**
     * A search for how runs end, where no step fails by itself: only {@code movers} get a turn, and {@code ended} is shown the
     * machine at the end of runs that were not cut off: each way to end, if not every way to get there.
     */
    public static Explorer ofOutcomes(
            Subject subject, Bounds bounds, SearchOptions options, Movers movers, Consumer<Machine> ended) {
        return new Explorer(subject, bounds, options, SearchParts.ofOutcomes(movers, ended));
    }

    Explorer(Subject subject, Bounds bounds, SearchOptions options, SearchParts parts) {
        this.subject = subject;
        this.machine = subject.machine();
        this.bounds = bounds;
        this.options = options;
        this.parts = parts;
        this.footprint = parts.footprint(subject, options.reduction());
        this.movers = parts.movers();
        this.round = new Round(parts.visited(), options.goal() != null);
        this.branching = new Branching(machine, parts.visibility(machine, footprint), movers, round.frontier());
        this.executions = new Executions(subject, footprint, options);
    }

    /** Searches; {@code progress} is told now and then. */
    public Verdict explore(Progress progress) {
        warmUp();
        do {
            footprint.settle();
            movers.settle();
            if (!complete(progress)) {
                return undecided("stopped at the limit of executions");
            }
        } while (unsettled());
        return livelocksSought() ? decided() : undecided("a retry loop may go on for ever: stopped at the limit");
    }

    /** Where there are retry loops and no run failed, looks for cycles; false if that was given up. */
    private boolean livelocksSought() {
        boolean failed = executions.findings().leastSize(f -> !f.hazard()) < Integer.MAX_VALUE;
        boolean sought = parts.seeksLivelocks() && machine.retries() && options.goal() == null;
        if (!sought || (failed && !options.all())) {
            return true;
        }
        LivelockSearch livelocks = new LivelockSearch(subject, bounds, options, parts);
        livelocks.search(executions.left());
        executions.add(livelocks.executions(), livelocks.findings());
        loopStates = livelocks.states();
        return livelocks.decided();
    }

    private void warmUp() {
        for (int i = 0; i < WARM_UP_RUNS && !executions.spent(); i++) {
            executions.make(new RandomArbiter(WARM_UP_SEED + i, bounds), 0);
        }
        subject.forgetHazards();
    }

    /** One round, until nothing waits or what it rests on turned out to be too little; false if a limit was met. */
    private boolean complete(Progress progress) {
        round.restart();
        executions.restartRound();
        while (round.frontier().hasNext() && !unsettled()) {
            Probe probe = new Probe(
                    round,
                    branching,
                    new Budget(bounds),
                    Trail.NONE,
                    round.frontier().next());
            if (!options.all()
                    && executions.findings().leastSize(options::isEndedBy)
                            < probe.schedule().size()) {
                return true;
            }
            if (executions.spent()) {
                return false;
            }
            follow(probe);
            if (executions.made() % PROGRESS_PERIOD == 0) {
                progress.at(executions.made(), round.states(), round.frontier().waiting());
            }
        }
        return true;
    }

    private boolean unsettled() {
        return footprint.unsettled() || movers.unsettled();
    }

    private void follow(Probe probe) {
        executions.make(probe, probe.nextStep());
        executions.record(probe.schedule());
        if (subject.failure() != null && parts.choiceBeforeFailure()) {
            probe.branchBeforeFailure(machine);
        }
        round.add(probe.budget());
        if (!machine.wasCut()) {
            parts.ended(machine);
        }
        if (probe.schedule().size() == 0 && options.goal() == null) {
            scout();
        }
    }

    /**
     * Tries what the first run's hazards suggest: an interrupt right there, and every other task that it could let in. Only
     * the order of the search changes by it: a failure is known sooner, and the search goes on to the least.
     */
    private void scout() {
        for (Finding hazard : executions.findings().hazards()) {
            for (int turn = 0; turn < machine.tasks() && !executions.spent(); turn++) {
                ScoutArbiter scout = new ScoutArbiter(hazard.step(), turn, bounds);
                executions.make(scout, hazard.step());
                executions.record(scout.schedule());
            }
        }
    }

    private Verdict undecided(String reason) {
        return executions.findings().isEmpty() ? open(reason) : refuted(Verdict.Extent.LIMIT);
    }

    private Verdict decided() {
        if (!executions.findings().isEmpty()) {
            return refuted(options.all() ? Verdict.Extent.ALL : Verdict.Extent.LEAST);
        }
        return executions.inconclusive() > 0
                ? open(executions.inconclusive() + " runs ended with tasks that wait, which more interrupts might help")
                : new Verdict.Proved(bounds, round.cut(), executions.made(), round.states(), loopStates);
    }

    private Verdict open(String reason) {
        return new Verdict.Open(reason, executions.made(), round.states());
    }

    private Verdict refuted(Verdict.Extent extent) {
        return new Verdict.Refuted(
                executions.findings().inOrder(), extent, executions.toFailure(), executions.made(), round.states());
    }
}
