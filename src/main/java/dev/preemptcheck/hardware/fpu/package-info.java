/**
 * The x87 and MMX unit of one processor and the memory images of its state. Read
 * {@link dev.preemptcheck.hardware.fpu.FpuUnit} first.
 *
 * <p>It knows neither memory nor tasks: the machine copies images to words of memory, raises #NM through the gate that
 * the kernel chose, and says whose values the registers hold.
 */
@NullMarked
package dev.preemptcheck.hardware.fpu;

import org.jspecify.annotations.NullMarked;
