package dev.preemptcheck.kernel.workqueue;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.MarkedWord;

/**
 * {@code struct work_struct} of 2.6.9.
 *
 * @param number its entry in lists, from 1
 * @param pending not 0 while it is queued, or waits for its timer
 * @param function runs in a worker, where it may sleep
 */
public record Work(int number, MarkedWord pending, MachineSetup.Body function) {}
