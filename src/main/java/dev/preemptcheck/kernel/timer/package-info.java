/** Timers that expire in the TIMER softirq (2.6.9). Read {@link dev.preemptcheck.kernel.timer.Timers} first. */
@NullMarked
package dev.preemptcheck.kernel.timer;

import org.jspecify.annotations.NullMarked;
