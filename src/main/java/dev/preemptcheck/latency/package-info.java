/**
 * Preemption latency traces of the tracer in the voluntary-preempt and RT patches of 2.6.9 (facts S9 and 7.6): the model, the text of v1.0.7,
 * a reader for every form in which such traces were mailed, and what a trace says. Read {@link dev.preemptcheck.latency.LatencyTrace}
 * first.
 */
@NullMarked
package dev.preemptcheck.latency;

import org.jspecify.annotations.NullMarked;
