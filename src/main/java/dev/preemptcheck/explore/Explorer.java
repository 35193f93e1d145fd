package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exact search within bounds: every schedule of a scenario, up to the order of steps that can't be told apart.
 *
 * <p>Stateful: a state met before with at least the budgets that are left now is not explored again. Each run follows a
 * schedule that waits in the frontier, then carries on by default; on the way, every new state adds its other
 * alternatives to the frontier. So schedules are tried in the order of their number of deviations, and the first finding
 * has the fewest. What is known of words grows meanwhile; if a word that was passed without a choice turns out to need
 * one, the search starts over, and a proof belongs to a round in which none did (EXPLORATION A.4).
 */
public final class Explorer {
    /** Steps without a choice of all after which one is made (EXPLORATION A.5). */
    private static final int STEPS_WITHOUT_CHOICE_MAX = 1000;

    /** Random runs that learn about words before the first round. */
    private static final int WARM_UP_RUNS = 32;

    private static final long WARM_UP_SEED = 1;

    private final Subject subject;
    private final Machine machine;
    private final Bounds bounds;
    private final Options options;
    private final Footprint footprint;
    private final VisitedStates visited;
    private final Visibility visibility;
    private final Parts parts;
    private final Movers movers;
    private final Frontier frontier = new Frontier();
    private final Map<Signature, Finding> found = new LinkedHashMap<>();
    private long executions;
    private long executionsToFirst;
    private long executionsToFinding;
    private boolean cut;
    private long inconclusive;
    private final int[] moves = new int[Moves.MOVES_MAX];

    /**
     * How far a search goes.
     *
     * @param all go on after the first failure, for every signature
     * @param executionsMax after so many runs the search is given up
     * @param moreMax after so many runs beyond the first finding the search for others is given up
     * @param reduction which accesses are passed without a choice
     * @param goal the only signature that ends the search, or null if any failure does; with a goal, which processor moved
     *     last is part of the state, so that the number of deviations that lead to it is the least there is
     */
    public record Options(
            boolean all,
            long executionsMax,
            long moreMax,
            Footprint.Reduction reduction,
            @Nullable Signature goal) {
        /** Up to the first failure. */
        public static final Options FIRST =
                new Options(false, Long.MAX_VALUE, Long.MAX_VALUE, Footprint.Reduction.LOCAL, null);
        /** Every signature. */
        public static final Options ALL =
                new Options(true, Long.MAX_VALUE, Long.MAX_VALUE, Footprint.Reduction.LOCAL, null);

        /** The same, given up after so many runs. */
        public Options withExecutionsMax(long max) {
            return new Options(all, max, moreMax, reduction, goal);
        }

        /** The same, given up after so many runs beyond the first finding. */
        public Options withMoreMax(long max) {
            return new Options(all, executionsMax, max, reduction, goal);
        }

        /** The same with another reduction. */
        public Options withReduction(Footprint.Reduction other) {
            return new Options(all, executionsMax, moreMax, other, goal);
        }

        /** Up to the least schedule that ends in {@code signature}. */
        Options withGoal(Signature signature) {
            return new Options(false, executionsMax, moreMax, reduction, signature);
        }
    }

    /** A progress report: how far the search is. */
    @FunctionalInterface
    public interface Progress {
        void at(long executions, long states, long waiting);
    }

    /** What a search is made of; other parts are for tests that show that these are needed. */
    static class Parts {
        Footprint footprint(Subject subject, Footprint.Reduction reduction) {
            return subject.footprint(reduction);
        }

        VisitedStates visited() {
            return new VisitedStates();
        }

        Visibility visibility(Machine machine, Footprint known) {
            return new Visibility(machine, known);
        }

        /** Who gets a turn where an access can be told apart from what others do. */
        Movers movers() {
            return Movers.EVERYBODY;
        }

        /** Whether everybody has a choice before a step that turns out to end the run. */
        boolean choiceBeforeFailure() {
            return true;
        }

        /** Is shown the machine at the end of every run that was not cut off. */
        void ended(Machine machine) {}
    }

    public Explorer(Subject subject, Bounds bounds, Options options) {
        this(subject, bounds, options, new Parts());
    }

    /** A search that shows {@code ended} the machine at the end of every run that was not cut off: its outcomes. */
    public static Explorer ofOutcomes(Subject subject, Bounds bounds, Options options, Consumer<Machine> ended) {
        return new Explorer(subject, bounds, options, new Parts() {
            @Override
            void ended(Machine machine) {
                ended.accept(machine);
            }
        });
    }

    /**
     * As above, where no step fails by itself: only {@code movers} get a turn, and {@code ended} is shown each way to end, if not
     * every way to get there.
     */
    public static Explorer ofOutcomes(
            Subject subject, Bounds bounds, Options options, Movers movers, Consumer<Machine> ended) {
        return new Explorer(subject, bounds, options, new Parts() {
            @Override
            Movers movers() {
                return movers;
            }

            @Override
            boolean choiceBeforeFailure() {
                return false;
            }

            @Override
            void ended(Machine machine) {
                ended.accept(machine);
            }
        });
    }

    Explorer(Subject subject, Bounds bounds, Options options, Parts parts) {
        this.subject = subject;
        this.machine = subject.machine();
        this.bounds = bounds;
        this.options = options;
        this.parts = parts;
        this.footprint = parts.footprint(subject, options.reduction());
        this.visited = parts.visited();
        this.visibility = parts.visibility(machine, footprint);
        this.movers = parts.movers();
    }

    /** Searches; {@code progress} is told now and then. */
    public Verdict explore(Progress progress) {
        warmUp();
        do {
            footprint.settle();
            movers.settle();
            if (!round(progress)) {
                return undecided();
            }
        } while (unsettled());
        if (found.isEmpty() && inconclusive > 0) {
            return new Verdict.Open(
                    inconclusive + " runs ended with tasks that wait, which more interrupts might help",
                    executions,
                    visited.states());
        }
        if (found.isEmpty()) {
            return new Verdict.Proved(bounds, cut, executions, visited.states());
        }
        return refuted(options.all() ? Verdict.Extent.ALL : Verdict.Extent.LEAST);
    }

    private Verdict undecided() {
        return found.isEmpty()
                ? new Verdict.Open("stopped at the limit of executions", executions, visited.states())
                : refuted(Verdict.Extent.LIMIT);
    }

    private Verdict refuted(Verdict.Extent extent) {
        List<Finding> findings = new ArrayList<>(found.values());
        findings.sort(Comparator.comparing(Finding::hazard)
                .thenComparing(Finding::schedule)
                .thenComparing(f -> f.signature().toString()));
        return new Verdict.Refuted(findings, extent, executionsToFirst, executions, visited.states());
    }

    private void warmUp() {
        for (int i = 0; i < WARM_UP_RUNS && !spent(); i++) {
            subject.run(new RandomArbiter(WARM_UP_SEED + i, bounds), footprint, 0, null);
            executions++;
        }
        subject.forgetHazards();
    }

    /** One round, until nothing waits or what it rests on turned out to be too little; false if the limit of executions was met. */
    private boolean round(Progress progress) {
        visited.clear();
        frontier.restart();
        cut = false;
        inconclusive = 0;
        while (frontier.hasNext() && !unsettled()) {
            int node = frontier.next();
            Schedule schedule = frontier.schedule(node);
            if (!options.all() && firstFailureSize() < schedule.size()) {
                return true;
            }
            if (spent()) {
                return false;
            }
            Probe probe = new Probe(node, schedule);
            subject.run(probe, footprint, probe.nextStep(), null);
            executions++;
            record(schedule);
            if (subject.failure() != null && parts.choiceBeforeFailure()) {
                probe.branchBeforeFailure();
            }
            if (!machine.wasCut()) {
                parts.ended(machine);
            }
            if (schedule.size() == 0 && options.goal() == null) {
                scout();
            }
            if ((executions & 0x3FF) == 0) {
                progress.at(executions, visited.states(), frontier.waiting());
            }
        }
        return true;
    }

    private boolean unsettled() {
        return footprint.unsettled() || movers.unsettled();
    }

    private boolean spent() {
        return executions >= options.executionsMax()
                || (!found.isEmpty() && executions - executionsToFinding >= options.moreMax());
    }

    /**
     * Tries what the first run's hazards suggest: an interrupt right there, and every other task that it could let in. Only
     * the order of the search changes by it: a failure is known sooner, and the search goes on to the least.
     */
    private void scout() {
        for (Finding hazard : List.copyOf(found.values())) {
            for (int turn = 0; hazard.hazard() && turn < machine.tasks() && !spent(); turn++) {
                ScoutArbiter scout = new ScoutArbiter(hazard.step(), turn, bounds);
                subject.run(scout, footprint, hazard.step(), null);
                executions++;
                record(scout.schedule());
            }
        }
    }

    private int firstFailureSize() {
        return found.values().stream()
                .filter(f ->
                        options.goal() == null ? !f.hazard() : f.signature().equals(options.goal()))
                .mapToInt(f -> f.schedule().size())
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private void record(Schedule schedule) {
        inconclusive += subject.inconclusive() ? 1 : 0;
        subject.newHazards().forEach(h -> keep(h.on(schedule)));
        Subject.Sighting failure = subject.failure();
        if (failure != null) {
            keep(failure.on(schedule));
        }
    }

    private void keep(Finding finding) {
        if (found.isEmpty()) {
            executionsToFinding = executions;
        }
        if (executionsToFirst == 0 && !finding.hazard()) {
            executionsToFirst = executions;
        }
        found.merge(
                finding.signature(), finding, (old, now) -> now.schedule().compareTo(old.schedule()) < 0 ? now : old);
    }

    /** Follows a schedule, then explores what lies behind it. */
    private final class Probe implements Arbiter {
        private static final int PICK = 0x5157;

        private int node;
        private final List<Deviation> prefix;
        private int followed;
        private int interruptsLeft = bounds.interrupts();
        private int preemptionsLeft = bounds.preemptions();
        private int lastSharedChoice = -1;

        Probe(int node, Schedule schedule) {
            this.node = node;
            this.prefix = schedule.deviations();
        }

        int nextStep() {
            return followed < prefix.size() ? prefix.get(followed).step() : 0;
        }

        @Override
        public int choose(Machine m) {
            if (followed < prefix.size()) {
                return follow(m);
            }
            int agent = m.moves().defaultAgent();
            boolean recent = m.steps() - Math.max(0, lastSharedChoice) < STEPS_WITHOUT_CHOICE_MAX;
            int level = recent ? visibility.ofPending() : Footprint.SHARED;
            int raisers = visibility.raisers(level);
            if (level == Footprint.QUIET || (level == Footprint.LOCAL && !mayRaise(raisers))) {
                return agent;
            }
            int set = level == Footprint.SHARED ? movers.of(m) : Movers.ALL;
            if (recent && Movers.isOnly(set, agent) && m.pending().op(Agent.number(agent)) != Op.LOOP) {
                return agent;
            }
            if (visited.covered(state(m, 0), m.witness(), interruptsLeft, preemptionsLeft)) {
                return Agent.STOP;
            }
            branchToTimers(m, raisers);
            return level == Footprint.SHARED ? branchToMovers(m, agent, set) : agent;
        }

        /** The fingerprint of the state at a choice of this kind. */
        private long state(Machine m, int kind) {
            int lastMover = options.goal() == null ? 0 : m.running() + 1;
            return m.fingerprint() + Hash.at(kind, lastMover);
        }

        private boolean mayRaise(int raisers) {
            boolean possible = raisers != 0;
            cut |= possible && interruptsLeft == 0;
            return possible && interruptsLeft > 0;
        }

        private int follow(Machine m) {
            Deviation next = prefix.get(followed);
            if (m.steps() < next.step() || Agent.isPick(next.agent())) {
                return m.moves().defaultAgent();
            }
            if (!m.moves().canMove(next.agent())) {
                return Agent.STOP;
            }
            followed++;
            interruptsLeft -= m.moves().isBudgeted(next.agent()) ? 1 : 0;
            if (!Agent.isTimer(next.agent())) {
                lastSharedChoice = m.steps();
            }
            afterFollowing(m);
            return next.agent();
        }

        private void afterFollowing(Machine m) {
            m.quietUntil(nextStep());
        }

        /**
         * A step that ends the run keeps everybody from moving, so everybody has a choice before it, whatever it touched.
         * That it was one is known only now; who could not move at that moment is found out when it is tried.
         */
        void branchBeforeFailure() {
            int step = machine.steps() - 1;
            boolean behindPrefix =
                    prefix.isEmpty() || prefix.get(prefix.size() - 1).step() <= step;
            if (lastSharedChoice == step || !behindPrefix) {
                return;
            }
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                if (cpu != machine.running()) {
                    frontier.add(node, step, Agent.cpu(cpu));
                }
                if (interruptsLeft > 0) {
                    frontier.add(node, step, Agent.timer(cpu));
                }
            }
            int size = machine.moves().all(moves);
            for (int i = 0; i < size; i++) {
                boolean issuedNow = Agent.isDrain(moves[i]) && Agent.detail(moves[i]) >= step;
                if (!issuedNow && (interruptsLeft > 0 || !machine.moves().isBudgeted(moves[i]))) {
                    frontier.add(node, step, moves[i]);
                }
            }
        }

        /** Lets all who get a turn move from here, one in this run and the others in later ones; gives the one. */
        private int branchToMovers(Machine m, int proposed, int set) {
            lastSharedChoice = m.steps();
            int from = node;
            int taken = proposed;
            if (set != Movers.ALL && !Movers.contains(set, proposed)) {
                taken = firstOf(set, m);
                node = frontier.enter(from, m.steps(), taken);
            }
            branchToCpus(m, from, taken, set);
            branchToMoves(m, from, taken, set);
            return taken;
        }

        private int firstOf(int set, Machine m) {
            int cpus = m.moves().steppable() & set;
            if (cpus != 0) {
                return Agent.cpu(Integer.numberOfTrailingZeros(cpus));
            }
            int size = m.moves().all(moves);
            for (int i = 0; i < size; i++) {
                if (Movers.contains(set, moves[i])) {
                    return moves[i];
                }
            }
            throw new IllegalStateException("nobody in the set of movers can move: 0x" + Integer.toHexString(set));
        }

        private void branchToCpus(Machine m, int from, int taken, int set) {
            for (int rest = m.moves().steppable() & set; rest != 0; rest &= rest - 1) {
                int agent = Agent.cpu(Integer.numberOfTrailingZeros(rest));
                if (agent != taken) {
                    frontier.add(from, m.steps(), agent);
                }
            }
        }

        /** To what can move beside the processors; the timers have a rule of their own. */
        private void branchToMoves(Machine m, int from, int taken, int set) {
            int size =
                    m.moves().buffered() || m.moves().asynchronous() ? m.moves().all(moves) : 0;
            for (int i = 0; i < size; i++) {
                boolean budgeted = m.moves().isBudgeted(moves[i]);
                cut |= budgeted && interruptsLeft == 0;
                if (moves[i] != taken && Movers.contains(set, moves[i]) && (!budgeted || interruptsLeft > 0)) {
                    frontier.add(from, m.steps(), moves[i]);
                }
            }
        }

        private void branchToTimers(Machine m, int raisers) {
            if (mayRaise(raisers)) {
                for (int rest = raisers; rest != 0; rest &= rest - 1) {
                    frontier.add(node, m.steps(), Agent.timer(Integer.numberOfTrailingZeros(rest)));
                }
            }
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            if (followed < prefix.size()) {
                return followPick(m, preferred, involuntary);
            }
            if ((candidates & (candidates - 1)) == 0) {
                return preferred;
            }
            if (visited.covered(
                    state(m, PICK + candidates), m.witness() ^ candidates, interruptsLeft, preemptionsLeft)) {
                return Agent.STOP;
            }
            if (involuntary && preemptionsLeft == 0) {
                cut = true;
                return preferred;
            }
            for (int rest = candidates & ~(1 << preferred); rest != 0; rest &= rest - 1) {
                frontier.add(node, m.steps(), m.picked(Integer.numberOfTrailingZeros(rest)));
            }
            return preferred;
        }

        private int followPick(Machine m, int preferred, boolean involuntary) {
            Deviation next = prefix.get(followed);
            if (m.steps() < next.step() || next.agent() != m.picked(Agent.number(next.agent()))) {
                return preferred;
            }
            followed++;
            if (involuntary) {
                preemptionsLeft--;
            }
            afterFollowing(m);
            return Agent.number(next.agent());
        }
    }
}
