package dev.preemptcheck.hardware;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of the machine's clock up to which code waits when it delays: for each kernel stack one for the task and
 * one for each interrupt on top of it, since any of them may delay while the code below does.
 */
final class Delays {
    /** A task, a handler or softirqs on its way out, a handler on top of these, an NMI. */
    private static final int LEVELS = 4;

    private final @Nullable SimulatedClock clock;
    private final int[] deadlines;

    Delays(@Nullable SimulatedClock clock, List<MachineSetup.TaskEntry> tasks) {
        this.clock = clock;
        this.deadlines = new int[clock == null ? 0 : tasks.size() * LEVELS];
        for (int i = 0; clock != null && i < deadlines.length; i++) {
            int interrupts = i % LEVELS;
            String where = interrupts == 0 ? "" : " below " + interrupts + " interrupts";
            deadlines[i] = clock.deadline("delay of " + tasks.get(i / LEVELS).name() + where, () -> {});
        }
    }

    /** The deadline of what runs on {@code s}. */
    int of(Strand s) {
        if (clock == null) {
            throw new IllegalStateException(s.name + " delays, but the machine has no clock");
        }
        if (s.interrupts >= LEVELS) {
            throw new IllegalStateException(
                    "a delay below " + s.interrupts + " interrupts on top of " + s.name + " is not modelled");
        }
        return deadlines[s.id * LEVELS + s.interrupts];
    }

    /** The clock of a machine that has one. */
    SimulatedClock clock() {
        return Objects.requireNonNull(clock, "the machine has no clock");
    }
}
