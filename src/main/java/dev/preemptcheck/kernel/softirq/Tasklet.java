package dev.preemptcheck.kernel.softirq;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.MarkedWord;

/**
 * {@code struct tasklet_struct} of 2.6.9.
 *
 * @param number its bit in the lists of scheduled tasklets
 * @param state {@code TASKLET_STATE_SCHED} and, on SMP, {@code TASKLET_STATE_RUN}
 * @param count by how many it is disabled
 * @param function runs in the softirq, with interrupts on, on one processor at a time
 */
public record Tasklet(int number, MarkedWord state, MarkedWord count, MachineSetup.Body function) {
    static final int SCHED = 0;
    static final int RUN = 1;

    int bit() {
        return 1 << number;
    }
}
