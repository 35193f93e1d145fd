package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.List;

/**
 * Follows a schedule, then explores what lies behind it: carries on by default, branches in every state that is new, and
 * stops in one that is covered.
 */
final class Probe implements Arbiter {
    /** Steps without a choice of all after which one is made (EXPLORATION A.5). */
    private static final int STEPS_WITHOUT_CHOICE_MAX = 1000;

    private final Round round;
    private final Branching branching;
    private final Budget left;
    private final Trail trail;
    private final Schedule schedule;
    private final List<Deviation> prefix;
    private int node;
    private int followed;
    private int lastSharedChoice = -1;

    /** Of the schedule that waits at {@code node} of the round's frontier. */
    Probe(Round round, Branching branching, Budget budget, Trail trail, int node) {
        this.round = round;
        this.branching = branching;
        this.left = budget;
        this.trail = trail;
        this.node = node;
        this.schedule = round.frontier().schedule(node);
        this.prefix = schedule.deviations();
    }

    Schedule schedule() {
        return schedule;
    }

    Budget budget() {
        return left;
    }

    /** The step before which the next deviation is made; 0 behind the last. */
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
        int level = recent ? branching.level() : Footprint.SHARED;
        int raisers = branching.raisers(level);
        if (level == Footprint.QUIET || (level == Footprint.LOCAL && !mayRaise(raisers))) {
            return agent;
        }
        int set = branching.movers(level);
        if (recent && branching.nobodyElse(set, agent)) {
            return agent;
        }
        trail.reaches(m, 0, node);
        if (round.covered(m, left)) {
            return Agent.STOP;
        }
        if (mayRaise(raisers)) {
            branching.toTimers(node, raisers);
        }
        int taken = level == Footprint.SHARED ? branch(m, agent, set) : agent;
        trail.leaves(m, taken, false);
        return taken;
    }

    private boolean mayRaise(int raisers) {
        return raisers != 0 && left.allowsInterrupt();
    }

    /** Lets all who get a turn move from here, one in this run and the others in later ones; gives the one. */
    private int branch(Machine m, int proposed, int set) {
        lastSharedChoice = m.steps();
        int from = node;
        int taken = branching.oneOf(set, proposed);
        if (taken != proposed) {
            node = round.frontier().enter(from, m.steps(), taken);
        }
        branching.toMovers(from, taken, set, left);
        return taken;
    }

    private int follow(Machine m) {
        Deviation next = prefix.get(followed);
        if (m.steps() < next.step() || Agent.isPick(next.agent())) {
            return m.moves().defaultAgent();
        }
        if (!m.moves().canMove(next.agent())) {
            return Agent.STOP;
        }
        boolean budgeted = m.moves().isBudgeted(next.agent());
        noteLast(m, 0, next.agent(), budgeted);
        if (budgeted) {
            left.spendInterrupt();
        }
        if (!Agent.isTimer(next.agent())) {
            lastSharedChoice = m.steps();
        }
        return followed(m, next);
    }

    /** The state before the last deviation is known; who leaves it that way is not. */
    private void noteLast(Machine m, int candidates, int agent, boolean budgeted) {
        if (followed == prefix.size() - 1) {
            trail.reaches(m, candidates, round.frontier().parent(node));
            trail.leaves(m, agent, budgeted);
        }
    }

    private int followed(Machine m, Deviation made) {
        followed++;
        m.quietUntil(nextStep());
        return made.agent();
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        if (followed < prefix.size()) {
            return followPick(m, candidates, preferred, involuntary);
        }
        if ((candidates & (candidates - 1)) == 0) {
            return preferred;
        }
        trail.reaches(m, candidates, node);
        if (round.pickCovered(m, candidates, left)) {
            return Agent.STOP;
        }
        if (!involuntary || left.allowsPreemption()) {
            branching.toPicks(node, candidates & ~(1 << preferred));
        }
        trail.leaves(m, m.picked(preferred), false);
        return preferred;
    }

    private int followPick(Machine m, int candidates, int preferred, boolean involuntary) {
        Deviation next = prefix.get(followed);
        if (m.steps() < next.step() || next.agent() != m.picked(Agent.number(next.agent()))) {
            return preferred;
        }
        noteLast(m, candidates, next.agent(), involuntary);
        if (involuntary) {
            left.spendPreemption();
        }
        return Agent.number(followed(m, next));
    }

    /**
     * A step that ends the run keeps everybody from moving, so everybody has a choice before it, whatever it touched. That it
     * was one is known only now.
     */
    void branchBeforeFailure(Machine m) {
        int step = m.steps() - 1;
        boolean behindPrefix = prefix.isEmpty() || prefix.get(prefix.size() - 1).step() <= step;
        if (lastSharedChoice != step && behindPrefix) {
            branching.toAllBefore(step, node, left);
        }
    }
}
