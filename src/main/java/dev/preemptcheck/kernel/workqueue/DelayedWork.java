package dev.preemptcheck.kernel.workqueue;

import dev.preemptcheck.kernel.timer.Timer;

/**
 * A piece of work with the timer that every {@code work_struct} of 2.6.9 has.
 *
 * @param work what is queued
 * @param timer queues it on the processor on which it expires
 */
public record DelayedWork(Work work, Timer timer) {}
