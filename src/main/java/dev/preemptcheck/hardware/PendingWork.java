package dev.preemptcheck.hardware;

/**
 * Work that only one task does.
 *
 * @param word index of the word that is not 0 while there is some
 * @param task who does it
 * @param cpu the processor that the task runs on, or -1 if it may run on any
 */
public record PendingWork(int word, int task, int cpu) {}
