/** Work that kernel threads do (2.6.9). Read {@link dev.preemptcheck.kernel.workqueue.Workqueue} first. */
@NullMarked
package dev.preemptcheck.kernel.workqueue;

import org.jspecify.annotations.NullMarked;
