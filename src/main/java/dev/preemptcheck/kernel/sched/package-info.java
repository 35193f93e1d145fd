/** Tasks, preempt_count and the scheduler of the 2.4 preempt patch (fact 3.1). Read {@link dev.preemptcheck.kernel.sched.Scheduler} first. */
@NullMarked
package dev.preemptcheck.kernel.sched;

import org.jspecify.annotations.NullMarked;
