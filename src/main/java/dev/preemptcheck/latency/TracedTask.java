package dev.preemptcheck.latency;

/**
 * The task that ran when the trace ended.
 *
 * @param comm its name, which may hold blanks and slashes
 * @param policy 0 other, 1 FIFO, 2 round robin
 * @param rtPriority 0 for a task without real-time priority
 */
public record TracedTask(String comm, int pid, int uid, int nice, int policy, int rtPriority) {}
