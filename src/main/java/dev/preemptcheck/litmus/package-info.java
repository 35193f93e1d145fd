/**
 * Litmus tests: small programs with a question about the states in which they can end, asked of the modelled machine by running
 * every interleaving. What herd says of a model's axioms, this says of the machine that kernel code runs on here.
 *
 * <p>Read {@link dev.preemptcheck.litmus.LitmusRunner} first; texts are read by {@code parse} into the values of
 * {@code program}.
 */
@NullMarked
package dev.preemptcheck.litmus;

import org.jspecify.annotations.NullMarked;
