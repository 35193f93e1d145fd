/**
 * A litmus test as a value, whichever dialect it was written in: variables, threads, and the question about their final state.
 * Statements and expressions know how to execute themselves on a {@link
 * dev.preemptcheck.litmus.program.RunningThread}, which touches nothing but its processor.
 *
 * <p>Read {@link dev.preemptcheck.litmus.program.LitmusTest} first.
 */
@NullMarked
package dev.preemptcheck.litmus.program;

import org.jspecify.annotations.NullMarked;
