/**
 * What real hardware does (JCStress tests, at most two actors each) and how fast the tool is (JMH benchmarks).
 *
 * <p>Tests are numbered lessons, {@code Topic_NN_Lesson}, each one change away from the one before it. Read {@link
 * dev.preemptcheck.stress.StoreBuffering_01_Plain} first.
 */
@NullMarked
package dev.preemptcheck.stress;

import org.jspecify.annotations.NullMarked;
