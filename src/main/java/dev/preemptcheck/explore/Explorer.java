package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.List;
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
 * <p>All schedules with the same number of deviations are a level, and none is broken off, but at a limit. So it does not
 * matter in which order, or by how many threads, those of a level are run. A search that takes long asks for help
 * ({@link Progress#wantsHelp}), unless a limit is set, for what is found until then would depend on the order.
 *
 * <p>Runs that never end show in none of these; where there are retry loops, a {@link LivelockSearch} comes last.
 */
public final class Explorer {
    /** Random runs that learn about words before the first round. */
    private static final int WARM_UP_RUNS = 32;

    private static final long WARM_UP_SEED = 1;

    /** Executions between two progress reports. */
    private static final int PROGRESS_PERIOD = 1024;

    private final Subject subject;
    private final Bounds bounds;
    private final SearchOptions options;
    private final SearchParts parts;
    private final Footprint footprint;
    private final Movers movers;
    private final Round round;
    private final Executions executions;
    private final Searcher.Common common;
    private final Searcher leader;
    private final Handout handout;
    private long reportedAt;
    private boolean helpWanted;
    private long loopStates;

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
        this.bounds = bounds;
        this.options = options;
        this.parts = parts;
        this.footprint = parts.footprint(subject, options.reduction());
        this.movers = parts.movers();
        this.round = new Round(parts::visited, options.goal() != null);
        this.executions = new Executions(options);
        this.common = new Searcher.Common(bounds, options, parts, footprint, movers, round, executions);
        this.leader = new Searcher(subject, common);
        this.handout = new Handout(round.frontier());
    }

    /** Searches; {@code progress} is told now and then. */
    public Verdict explore(Progress progress) {
        warmUp();
        try {
            do {
                footprint.settle();
                movers.settle();
                if (!complete(progress)) {
                    return undecided("stopped at the limit of executions");
                }
            } while (common.unsettled());
        } finally {
            handout.close();
        }
        return livelocksSought() ? decided() : undecided("a retry loop may go on for ever: stopped at the limit");
    }

    /** Where there are retry loops and no run failed, looks for cycles; false if that was given up. */
    private boolean livelocksSought() {
        boolean failed = executions.leastSize(f -> !f.hazard()) < Integer.MAX_VALUE;
        boolean sought = parts.seeksLivelocks() && round.retries() && options.goal() == null;
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
            leader.warmUp(WARM_UP_SEED + i);
        }
        subject.forgetHazards();
    }

    /** One round, until nothing waits or what it rests on turned out to be too little; false if a limit was met. */
    private boolean complete(Progress progress) {
        round.restart();
        executions.restartRound();
        while (round.frontier().hasNext() && !common.unsettled() && !endsBeforeLevel()) {
            if (!level(progress)) {
                return false;
            }
        }
        return true;
    }

    /** True if something was found with fewer deviations than what waits has. */
    private boolean endsBeforeLevel() {
        return !options.all()
                && executions.leastSize(options::isEndedBy) < round.frontier().nextSize();
    }

    /** Runs what waits now, together with whoever helps; false if a limit was met. */
    private boolean level(Progress progress) {
        handout.open();
        while (!executions.spent()) {
            int node = handout.next();
            if (node < 0) {
                handout.finish();
                return true;
            }
            leader.follow(node);
            handout.done();
            report(progress);
        }
        return !round.frontier().hasNext();
    }

    private void report(Progress progress) {
        long made = executions.made();
        if (made - reportedAt >= PROGRESS_PERIOD) {
            reportedAt = made;
            progress.at(made, round.states(), round.frontier().waiting());
        }
        if (!helpWanted && made >= parts.helpAfter() && canBeShared()) {
            helpWanted = true;
            progress.wantsHelp(this::help);
        }
    }

    private boolean canBeShared() {
        return options.executionsMax() == Long.MAX_VALUE
                && options.moreMax() == Long.MAX_VALUE
                && movers == Movers.EVERYBODY;
    }

    /** Works at the search on a machine of its own until it ends. */
    private void help() {
        try (Subject twin = subject.twin()) {
            Searcher helper = new Searcher(twin, common);
            for (int node = handout.await(); node >= 0; node = handout.await()) {
                helper.follow(node);
                handout.done();
            }
        } catch (RuntimeException | Error e) {
            handout.fail(e);
        }
    }

    private Verdict undecided(String reason) {
        List<Finding> findings = executions.findings();
        return findings.isEmpty() ? open(reason) : refuted(findings, Verdict.Extent.LIMIT);
    }

    private Verdict decided() {
        List<Finding> findings = executions.findings();
        if (!findings.isEmpty()) {
            return refuted(findings, options.all() ? Verdict.Extent.ALL : Verdict.Extent.LEAST);
        }
        return executions.inconclusive() > 0
                ? open(executions.inconclusive() + " runs ended with tasks that wait, which more interrupts might help")
                : new Verdict.Proved(bounds, round.cut(), executions.made(), round.states(), loopStates);
    }

    private Verdict open(String reason) {
        return new Verdict.Open(reason, executions.made(), round.states());
    }

    private Verdict refuted(List<Finding> findings, Verdict.Extent extent) {
        return new Verdict.Refuted(findings, extent, executions.toFailure(), executions.made(), round.states());
    }
}
