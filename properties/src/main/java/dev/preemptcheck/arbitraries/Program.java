package dev.preemptcheck.arbitraries;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.hardware.MemoryModel;
import java.util.List;

/**
 * A small concurrent program: tasks, a timer handler for each processor, and how much may happen.
 *
 * <p>Processor N starts with task N, if there is one. With a scheduler, the other tasks wait in a run queue, a processor
 * without work polls it, and a timer interrupt that finds a preempt count of 0 may displace its task. Without one,
 * every task stays where it is.
 *
 * @param cpus number of processors
 * @param scheduled whether a scheduler runs; if not, there are no more tasks than processors
 * @param tasks what each task does
 * @param handlers what the timer handler does on each processor
 * @param bounds budgets of interrupts and preemptions
 * @param model when stores reach memory
 */
public record Program(
        int cpus,
        boolean scheduled,
        List<List<Act>> tasks,
        List<List<Act>> handlers,
        Bounds bounds,
        MemoryModel model) {
    /** Shared words that acts may name. */
    public static final int WORDS = 3;
    /** Locks that acts may name. */
    public static final int LOCKS = 2;

    public Program {
        tasks = tasks.stream().map(List::copyOf).toList();
        handlers = handlers.stream().map(List::copyOf).toList();
        if (handlers.size() != cpus || (!scheduled && tasks.size() > cpus)) {
            throw new IllegalArgumentException(
                    "a handler for each processor, and a processor for each task that stays");
        }
    }

    /** On a machine whose stores reach memory at once. */
    public Program(int cpus, boolean scheduled, List<List<Act>> tasks, List<List<Act>> handlers, Bounds bounds) {
        this(cpus, scheduled, tasks, handlers, bounds, MemoryModel.SC);
    }

    /** The same under another memory model. */
    public Program under(MemoryModel other) {
        return new Program(cpus, scheduled, tasks, handlers, bounds, other);
    }

    /** True if it has anything to do with the translated page. */
    public boolean translates() {
        return tasks.stream().anyMatch(Act::translate) || handlers.stream().anyMatch(Act::translate);
    }

    /** Number of acts in all. */
    public int size() {
        return tasks.stream().mapToInt(Act::count).sum()
                + handlers.stream().mapToInt(Act::count).sum();
    }

    @Override
    public String toString() {
        return cpus + " cpus" + (scheduled ? ", scheduled" : "") + ", tasks " + tasks + ", handlers " + handlers + ", "
                + bounds + (model == MemoryModel.SC ? "" : ", " + model);
    }
}
