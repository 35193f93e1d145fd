/**
 * What real hardware does (JCStress tests, at most two actors each) and how fast the tool is (JMH benchmarks).
 *
 * <p>Tests are numbered lessons, {@code Topic_NN_Lesson}, each one change away from the one before it. Most are {@link
 * dev.preemptcheck.stress.Litmus litmus tests}, one program each, run by JCStress on two threads and by the explorer on two
 * modelled processors under x86-TSO; what the host shows must be among what the model predicts. Read {@link
 * dev.preemptcheck.stress.StoreBuffering_01_Plain} first.
 *
 * <p>{@code mvn verify} runs them briefly. For a real look, at about 50 s a lesson on an idle machine, here for one topic:
 *
 * <pre>{@code
 * mvn -pl src,stress test -Dtest=JcstressSanityTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Djcstress.mode=quick -Djcstress.tests=StoreBuffering
 * }</pre>
 */
@NullMarked
package dev.preemptcheck.stress;

import org.jspecify.annotations.NullMarked;
