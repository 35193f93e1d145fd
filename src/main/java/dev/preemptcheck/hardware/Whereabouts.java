package dev.preemptcheck.hardware;

import java.util.List;

/** Who runs where, and whether he can be displaced: what rules ask of a {@link Machine}, so that they can be tried without one. */
public interface Whereabouts {

    int cpus();

    /** The processor that takes the step. */
    int running();

    /** The task whose kernel stack {@code cpu} is on. */
    int taskOn(int cpu);

    /** True if {@code cpu} is inside a handler or on the return path from one. */
    boolean inInterrupt(int cpu);

    /** True if interrupts are enabled on {@code cpu}. */
    boolean interruptFlag(int cpu);

    /** The preempt count of the task on {@code cpu}, 0 where it has none. */
    int countOn(int cpu);

    /** What {@code cpu} waits for before it can take a step: the name of the word, or empty if it waits for none. */
    default String waitsFor(int cpu) {
        return "";
    }

    /** The number of the lock that {@code cpu} spins for, whose word has the lock's name, or -1 if it spins for none. */
    default int lockAwaited(int cpu) {
        return -1;
    }

    /** False if tasks are never preempted in kernel mode. */
    default boolean kernelPreemptible() {
        return true;
    }

    /** What tasks' preempt counts are made of. */
    CountLayout countLayout();

    /** Tasks that never leave their processor, a bit each. */
    default int boundTasks() {
        return 0;
    }

    /** Nanoseconds for which a processor may keep preemption or interrupts off, 0 if for as long as it likes. */
    long latencyBudget();

    /** True if an instruction of the FPU would raise #NM on {@code cpu}: TS is set. */
    boolean fpuTraps(int cpu);

    /** The word that is not 0 while a task's state is live in FPU registers; -1 for a task without one. */
    int fpuLiveWord(int task);

    /** Work that only one task does. */
    List<PendingWork> work();

    /** What the word holds in memory. */
    int peek(int word);

    /** True if a task on the running processor could be preempted at this moment: count 0, IF set, no handler. */
    boolean preemptibleHere();
}
