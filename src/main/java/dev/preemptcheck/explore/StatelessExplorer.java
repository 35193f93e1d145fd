package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.function.Consumer;

/**
 * Runs one execution of each class of a scenario's executions that differ in nothing but the order of independent steps
 * (Mazurkiewicz traces), without remembering a state: the oracle of the {@link Explorer}, with which it shares no code but the
 * machine. Its count of complete executions is the number of classes.
 *
 * <p>Source-set DPOR with sleep sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014). Every step is compared with those before
 * it: where it races with one, that is, both are dependent and nothing else orders them, another execution is due in which
 * somebody who leads to the reversed order moves instead of the earlier one. Sleep sets keep two executions of one class from
 * being completed both, but some are begun in vain; {@link Classes} counts them apart.
 *
 * <p>Where we depart from that source: who waits for a lock or a word has steps of others before it that it could not have
 * preceded, such as the release of the lock. It races with the latest step before which it would have been released, the
 * acquisition of the lock; and it does so if it waits till the end, too. A step that fails lets nobody go on, so everybody
 * has a turn before it.
 *
 * <p>For tasks that stay on their processors: stores reach memory at once, nothing interrupts, and no scheduler picks. Runs
 * must end.
 */
public final class StatelessExplorer {
    private static final int STEPS_MAX = 10_000;

    private final Subject subject;
    private final Dependence dependence;
    private final Consumer<Machine> ended;

    /** {@code ended} is shown the machine at the end of each complete execution. */
    public StatelessExplorer(Subject subject, Consumer<Machine> ended) {
        this(subject, ended, new Dependence());
    }

    StatelessExplorer(Subject subject, Consumer<Machine> ended, Dependence dependence) {
        this.subject = subject;
        this.ended = ended;
        this.dependence = dependence;
        if (subject.machine().moves().buffered() || subject.machine().moves().asynchronous()) {
            throw new IllegalArgumentException("classes of executions are counted for machines without store buffers, "
                    + "devices and messages between processors");
        }
    }

    /**
     * Explores the scenario.
     *
     * @throws IllegalStateException if a run does not end, or a scheduler has a choice
     */
    public Classes explore() {
        Footprint ignored = subject.footprint(Footprint.Reduction.NONE);
        Path path = new Path(subject.machine().cpus(), dependence);
        Classes.Tally tally = new Classes.Tally();
        do {
            Run run = new Run(path);
            subject.run(run, ignored, 0, null);
            account(path, run.end, tally);
        } while (path.goesBack());
        return tally.total();
    }

    private void account(Path path, End end, Classes.Tally tally) {
        Subject.Sighting failure = subject.failure();
        if (end == End.FAILED) {
            path.failed();
            tally.failed(failure);
        } else if (end == End.ASLEEP) {
            tally.inVain();
        } else {
            tally.complete(failure, failure != null || subject.inconclusive());
            ended.accept(subject.machine());
        }
    }

    /** How a run has ended. */
    private enum End {
        /** In a step that failed. */
        FAILED,
        /** Where everybody who could move slept. */
        ASLEEP,
        /** Where nobody could move. */
        COMPLETE
    }

    /** Follows the path, then makes it longer. */
    private static final class Run implements Arbiter {
        private final Path path;
        private int depth;
        private End end = End.FAILED;

        Run(Path path) {
            this.path = path;
        }

        @Override
        public int choose(Machine m) {
            if (depth > STEPS_MAX) {
                throw new IllegalStateException("an execution has more than " + STEPS_MAX
                        + " steps: without states, executions that never end can't be explored");
            }
            int mover = path.mover(m, depth++);
            if (mover >= 0) {
                return Agent.cpu(mover);
            }
            end = m.moves().steppable() == 0 ? End.COMPLETE : End.ASLEEP;
            return end == End.COMPLETE ? Agent.END : Agent.STOP;
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            if ((candidates & (candidates - 1)) != 0) {
                throw new IllegalStateException("the scheduler can pick among several tasks: classes of executions are "
                        + "counted for tasks that stay on their processors");
            }
            return preferred;
        }
    }
}
