/**
 * From the text of a {@code .litmus} file to a {@link dev.preemptcheck.litmus.program.LitmusTest}: one tokenizer, and a parser
 * by recursive descent for each dialect. What it does not know it refuses, with the line and the construct.
 *
 * <p>Read {@link dev.preemptcheck.litmus.parse.LitmusParser} first. The forms are those of herd7's manual and of the
 * kernel's {@code tools/memory-model}.
 */
@NullMarked
package dev.preemptcheck.litmus.parse;

import org.jspecify.annotations.NullMarked;
