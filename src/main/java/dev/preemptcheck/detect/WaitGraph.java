package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * Who waits for whom, and whether they do so in a circle that no interrupt opens: for a lock, whoever holds it, be it that the
 * one spins and the other sleeps, and for ever if its holder has ended; for answers to a message, who has not answered and has
 * interrupts off. Who could be preempted where he spins is in no circle.
 */
final class WaitGraph {
    private static final int TASKS_MAX = 16;
    private static final int NONE = -1;
    private static final int PLACE = DigestPlace.WAIT_GRAPH.first();

    /** Who holds which lock. */
    interface Holders {
        boolean holds(int task, int lock);
    }

    private final Holders holders;
    /** The word with a bit for each processor whose answer the task waits for. */
    private final int[] answers = new int[TASKS_MAX];

    private long digest;

    WaitGraph(Holders holders) {
        this.holders = holders;
        Arrays.fill(answers, NONE);
    }

    void reset() {
        Arrays.fill(answers, NONE);
        digest = 0;
    }

    /** The task waits until the word is 0, or, for -1, no longer. */
    void awaitsAnswers(int task, int word) {
        digest -= remembered(task);
        answers[task] = word;
        digest += remembered(task);
    }

    private long remembered(int task) {
        return answers[task] == NONE ? 0 : Hash.at(PLACE + task, answers[task]);
    }

    long fingerprint() {
        return digest;
    }

    /**
     * Who of the tasks in {@code spinning}, which stand on processors, and of those in {@code parked}, which don't, wait for
     * each other in a circle or for who has ended; 0 if nobody does.
     *
     * @param wanted the lock that each task sleeps for, or -1
     */
    int circle(Whereabouts m, int spinning, int parked, int[] wanted) {
        int stuck = 0;
        int ended = ~parked;
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            ended &= ~(1 << m.taskOn(cpu));
            boolean displaceable = m.interruptFlag(cpu) && m.kernelPreemptible() && m.countOn(cpu) == 0;
            stuck |= displaceable ? 0 : spinning & 1 << m.taskOn(cpu);
        }
        for (int task = 0; task < TASKS_MAX; task++) {
            stuck |= wanted[task] == NONE ? 0 : parked & 1 << task;
        }
        int before = 0;
        while (stuck != before) {
            before = stuck;
            for (int cpu = 0; cpu < m.cpus(); cpu++) {
                stuck &= (blockers(m, cpu) & (stuck | ended)) == 0 ? ~(spinning & 1 << m.taskOn(cpu)) : -1;
            }
            for (int task = 0; task < TASKS_MAX; task++) {
                boolean sleeps = (parked & 1 << task) != 0;
                stuck &= sleeps && (holding(wanted[task]) & (stuck | ended)) == 0 ? ~(1 << task) : -1;
            }
        }
        return stuck;
    }

    /** Tasks each of which keeps {@code cpu} from going on, as long as it is stuck itself. */
    private int blockers(Whereabouts m, int cpu) {
        int lock = m.lockAwaited(cpu);
        if (lock >= 0) {
            return holding(lock);
        }
        int word = answers[m.taskOn(cpu)];
        int unanswered = word == NONE ? 0 : m.peek(word);
        int blockers = 0;
        for (int other = 0; other < m.cpus(); other++) {
            boolean silent = (unanswered & 1 << other) != 0 && !m.interruptFlag(other);
            blockers |= silent ? 1 << m.taskOn(other) : 0;
        }
        return blockers;
    }

    /** Tasks that want a lock which nobody holds. */
    int forgotten(int[] wanted) {
        int tasks = 0;
        for (int task = 0; task < TASKS_MAX; task++) {
            tasks |= wanted[task] != NONE && holding(wanted[task]) == 0 ? 1 << task : 0;
        }
        return tasks;
    }

    private int holding(int lock) {
        int tasks = 0;
        for (int task = 0; lock != NONE && task < TASKS_MAX; task++) {
            tasks |= holders.holds(task, lock) ? 1 << task : 0;
        }
        return tasks;
    }
}
