/** Device interrupts beyond their entry: handlers in threads. Read {@link dev.preemptcheck.kernel.irq.IrqThread} first. */
@NullMarked
package dev.preemptcheck.kernel.irq;

import org.jspecify.annotations.NullMarked;
