package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.Op;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * D13 {@code livelock}: from one mark of a schedule to the next the machine comes back to the same state, somebody went round
 * a retry loop, and whoever could move anywhere between has moved. So it may go on like that for ever, however fair
 * everybody is.
 *
 * <p>Looks at every step, with no help from the search that made the schedule. What is drawn on the bounds of a search, ticks
 * above all, claims a turn as well: it comes in the end.
 */
final class LassoWatch implements Arbiter {
    /** A run that is to come round and has not after so many steps is cut off: it may go on for ever. */
    private static final int STEPS_MAX = 10_000;

    static final String RULE = "D13";
    static final String OUTCOME = "livelock";

    private static final Comparator<List<String>> BY_NAME = Comparator.comparing(chain -> String.join(" ", chain));

    private final Subject subject;
    private final Arbiter followed;
    private final boolean lasso;
    private final int[] moves = new int[Moves.MOVES_MAX];
    private final SortedSet<Integer> claims = new TreeSet<>();
    private final SortedSet<Integer> served = new TreeSet<>();
    /** Functions in which somebody retries, and who does. */
    private final SortedMap<List<String>, Integer> retries = new TreeMap<>(BY_NAME);

    private boolean inCycle;
    private boolean retried;
    private long state;

    /** Watches {@code subject}, where {@code arbiter} follows {@code schedule} and says where its marks are. */
    LassoWatch(Subject subject, Schedule schedule, Arbiter arbiter) {
        this.subject = subject;
        this.followed = arbiter;
        this.lasso = schedule.isLasso();
    }

    @Override
    public int choose(Machine m) {
        int agent = followed.choose(m);
        for (; Agent.isMark(agent); agent = followed.choose(m)) {
            if (agent == Agent.cycleBegins()) {
                begin(m);
            } else {
                end(m);
                return Agent.STOP;
            }
        }
        if (lasso && m.steps() >= STEPS_MAX) {
            return Agent.STOP;
        }
        if (inCycle) {
            noteRetry(m);
            noteClaims(m);
            serve(m, agent);
        }
        return agent;
    }

    private void begin(Machine m) {
        inCycle = true;
        retried = false;
        state = Round.state(m, 0);
        claims.clear();
        served.clear();
        retries.clear();
    }

    private void end(Machine m) {
        if (inCycle && retried && state == Round.state(m, 0) && served.containsAll(claims)) {
            noteRetry(m);
            List<String> chain = retries.firstKey();
            subject.livelocked(
                    new Signature(RULE, OUTCOME, "", chain), retries.getOrDefault(chain, m.taskOn(m.running())));
        }
    }

    /** Whoever comes to the head of a loop is asked there, on its own stack. */
    private void noteRetry(Machine m) {
        if (m.pending().op(m.running()) == Op.LOOP) {
            retries.putIfAbsent(subject.callChain().here(), m.taskOn(m.running()));
        }
    }

    private void noteClaims(Machine m) {
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            if ((m.moves().steppable() & 1 << cpu) != 0) {
                noteClaim(m, Agent.cpu(cpu));
            }
            if ((m.moves().raisable() & 1 << cpu) != 0) {
                noteClaim(m, Agent.timer(cpu));
            }
        }
        int size = m.moves().all(moves);
        for (int i = 0; i < size; i++) {
            noteClaim(m, moves[i]);
        }
    }

    private void noteClaim(Machine m, int agent) {
        if (Movement.claims(m, agent)) {
            claims.add(Movement.claimant(m, agent));
        }
    }

    private void serve(Machine m, int agent) {
        if (Movement.serves(agent)) {
            served.add(Movement.claimant(m, agent));
            retried |= Agent.isCpu(agent) && m.pending().op(Agent.number(agent)) == Op.LOOP;
        }
    }

    @Override
    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
        int choice = followed.pick(m, candidates, preferred, involuntary);
        boolean free = (candidates & (candidates - 1)) != 0;
        for (int rest = candidates; inCycle && free && rest != 0; rest &= rest - 1) {
            claims.add(m.picked(Integer.numberOfTrailingZeros(rest)));
        }
        if (inCycle && choice >= 0 && Movement.serves(m.picked(choice))) {
            served.add(m.picked(choice));
        }
        return choice;
    }
}
