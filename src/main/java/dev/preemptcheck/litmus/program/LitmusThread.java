package dev.preemptcheck.litmus.program;

import java.util.List;

/**
 * A thread's program.
 *
 * @param registers names of its registers and locals; expressions call them by their index here
 * @param initial what they hold at first
 * @param readsRcu whether it enters an RCU read-side section, so that a grace period may have to wait for it
 * @param awaitsReaders whether it waits for a grace period
 */
public record LitmusThread(
        int number,
        List<String> registers,
        List<Value> initial,
        boolean readsRcu,
        boolean awaitsReaders,
        Statement body) {
    public LitmusThread {
        registers = List.copyOf(registers);
        initial = List.copyOf(initial);
    }
}
