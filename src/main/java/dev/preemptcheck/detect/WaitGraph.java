package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Whereabouts;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * Which processor waits for which, and whether they do so in a circle that no interrupt opens: for a lock, whoever holds it; for
 * answers to a message, who has not answered and has interrupts off. Who could be preempted where he spins is in no circle.
 */
final class WaitGraph {
    private static final int TASKS_MAX = 16;
    private static final int NONE = -1;
    private static final int PLACE = Integer.MIN_VALUE + 0x4000;

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

    /** True if some of the tasks in {@code spinning} wait for each other in a circle. */
    boolean isCircular(Whereabouts m, int spinning) {
        int stuck = 0;
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            boolean displaceable = m.interruptFlag(cpu) && m.kernelPreemptible() && m.countOn(cpu) == 0;
            stuck |= (spinning & 1 << m.taskOn(cpu)) != 0 && !displaceable ? 1 << cpu : 0;
        }
        int before = 0;
        while (stuck != before) {
            before = stuck;
            for (int cpu = 0; cpu < m.cpus(); cpu++) {
                stuck &= (blockers(m, cpu) & stuck) == 0 ? ~(1 << cpu) : -1;
            }
        }
        return stuck != 0;
    }

    /** Processors each of which keeps {@code cpu} from going on, as long as it is stuck itself. */
    private int blockers(Whereabouts m, int cpu) {
        int word = answers[m.taskOn(cpu)];
        int lock = m.lockAwaited(cpu);
        int unanswered = word == NONE ? 0 : m.peek(word);
        int blockers = 0;
        for (int other = 0; other < m.cpus(); other++) {
            boolean holds = lock >= 0 && holders.holds(m.taskOn(other), lock);
            boolean silent = lock < 0 && (unanswered & 1 << other) != 0 && !m.interruptFlag(other);
            blockers |= holds || silent ? 1 << other : 0;
        }
        return blockers;
    }
}
