/** Locks whose hold is also a preemption-off section. Read {@link dev.preemptcheck.kernel.locking.Spinlock}. */
@NullMarked
package dev.preemptcheck.kernel.locking;

import org.jspecify.annotations.NullMarked;
