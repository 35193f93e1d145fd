package dev.preemptcheck.kernel.init;

import java.util.List;

/**
 * A task's script: what it asks of the kernel, in order.
 *
 * @param name {@code comm}
 * @param pid process id
 * @param calls kernel entries, one after the other
 */
public record UserProgram(String name, int pid, List<UserCall> calls) {
    public UserProgram {
        calls = List.copyOf(calls);
    }
}
