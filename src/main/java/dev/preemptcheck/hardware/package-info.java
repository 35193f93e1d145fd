/**
 * The modelled i386: words of memory, processors, TLBs, interrupts, and the one place where the order of their
 * steps is decided. Read {@link dev.preemptcheck.hardware.Cpu} first: it is all that kernel code may see.
 *
 * <p>This package knows nobody. It reads no clock, draws no random number and starts no thread of its own; a run
 * is a function of the machine's boot image and of what its {@link dev.preemptcheck.hardware.Arbiter} answers.
 */
@NullMarked
package dev.preemptcheck.hardware;

import org.jspecify.annotations.NullMarked;
