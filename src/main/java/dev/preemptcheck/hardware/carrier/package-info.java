/**
 * Two ways to pause Java code at a scheduling point: the JDK's internal continuations (Java 21 and newer, with one
 * {@code --add-exports}), and a platform thread per strand (Java 17 and newer). Both give identical runs for identical
 * schedules. Read {@link dev.preemptcheck.hardware.carrier.Carrier} first.
 */
@NullMarked
package dev.preemptcheck.hardware.carrier;

import org.jspecify.annotations.NullMarked;
