package dev.preemptcheck.hardware;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of the machine's clock up to which code waits when it delays: one for each task, and one for each handler
 * on each processor, since a handler may delay on top of a task that does.
 */
final class Delays {
    private final @Nullable SimulatedClock clock;
    private final Interrupts interrupts;
    private final int tasks;
    private final int cpus;
    private final int[] deadlines;

    Delays(@Nullable SimulatedClock clock, Interrupts interrupts, List<MachineSetup.TaskEntry> tasks, int cpus) {
        this.clock = clock;
        this.interrupts = interrupts;
        this.tasks = tasks.size();
        this.cpus = cpus;
        this.deadlines = new int[clock == null ? 0 : this.tasks + interrupts.handlers() * cpus];
        for (int i = 0; clock != null && i < deadlines.length; i++) {
            String whose = i < this.tasks ? tasks.get(i).name() : "handler " + (i - this.tasks);
            deadlines[i] = clock.deadline("delay of " + whose, () -> {});
        }
    }

    /** The deadline of what runs on {@code p}. */
    int of(Processor p) {
        Strand s = p.strand;
        if (clock == null) {
            throw new IllegalStateException(s.name + " delays, but the machine has no clock");
        }
        return deadlines[s.kind == Strand.TASK ? s.id : tasks + interrupts.slot(s) * cpus + p.id];
    }

    /** The clock of a machine that has one. */
    SimulatedClock clock() {
        return Objects.requireNonNull(clock, "the machine has no clock");
    }
}
