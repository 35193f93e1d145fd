package dev.preemptcheck.arbitraries;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.hardware.MemoryModel;
import java.util.List;
import java.util.stream.Stream;

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
 * @param messages what the handler of a message does on each processor; empty if none is ever sent
 * @param nmis what the handler of the NMI does on each processor; empty if there is none
 */
public record Program(
        int cpus,
        boolean scheduled,
        List<List<Act>> tasks,
        List<List<Act>> handlers,
        Bounds bounds,
        MemoryModel model,
        List<List<Act>> messages,
        List<List<Act>> nmis) {
    /** Shared words that acts may name. */
    public static final int WORDS = 3;
    /** Locks that acts may name. */
    public static final int LOCKS = 2;

    public Program {
        tasks = tasks.stream().map(List::copyOf).toList();
        handlers = handlers.stream().map(List::copyOf).toList();
        messages = messages.stream().map(List::copyOf).toList();
        nmis = nmis.stream().map(List::copyOf).toList();
        if (handlers.size() != cpus || (!scheduled && tasks.size() > cpus)) {
            throw new IllegalArgumentException(
                    "a handler for each processor, and a processor for each task that stays");
        }
    }

    /** On a machine whose stores reach memory at once. */
    public Program(int cpus, boolean scheduled, List<List<Act>> tasks, List<List<Act>> handlers, Bounds bounds) {
        this(cpus, scheduled, tasks, handlers, bounds, MemoryModel.SC, List.of(), List.of());
    }

    /** The same under another memory model. */
    public Program under(MemoryModel other) {
        return new Program(cpus, scheduled, tasks, handlers, bounds, other, messages, nmis);
    }

    /** The same with handlers of messages and of the NMI; NMIs are drawn from the budget of interrupts. */
    public Program with(List<List<Act>> messageHandlers, List<List<Act>> nmiHandlers) {
        return new Program(cpus, scheduled, tasks, handlers, bounds, model, messageHandlers, nmiHandlers);
    }

    /** True if it has anything to do with the translated page. */
    public boolean translates() {
        return Stream.of(tasks, handlers, messages, nmis).flatMap(List::stream).anyMatch(Act::translate);
    }

    /** Number of acts in all. */
    public int size() {
        return Stream.of(tasks, handlers, messages, nmis)
                .flatMap(List::stream)
                .mapToInt(Act::count)
                .sum();
    }

    @Override
    public String toString() {
        return cpus + " cpus" + (scheduled ? ", scheduled" : "") + ", tasks " + tasks + ", handlers " + handlers + ", "
                + (messages.isEmpty() ? "" : "messages " + messages + ", ")
                + (nmis.isEmpty() ? "" : "nmis " + nmis + ", ")
                + bounds + (model == MemoryModel.SC ? "" : ", " + model);
    }
}
