/** What tasks sleep on. Read {@link dev.preemptcheck.kernel.wait.WaitQueue} first. */
@NullMarked
package dev.preemptcheck.kernel.wait;

import org.jspecify.annotations.NullMarked;
