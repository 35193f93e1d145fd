package dev.preemptcheck.hardware;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** For each task, the deadline of the machine's clock up to which its code waits when it delays. */
final class Delays {
    private final @Nullable SimulatedClock clock;
    private final int[] deadlines;

    Delays(@Nullable SimulatedClock clock, List<MachineSetup.TaskEntry> tasks) {
        this.clock = clock;
        this.deadlines = new int[tasks.size()];
        for (int i = 0; clock != null && i < deadlines.length; i++) {
            deadlines[i] = clock.deadline("delay of " + tasks.get(i).name(), () -> {});
        }
    }

    int of(Strand s) {
        return deadlines[s.id];
    }

    /** The clock of a machine that has one. */
    SimulatedClock clock() {
        return Objects.requireNonNull(clock, "the machine has no clock");
    }
}
