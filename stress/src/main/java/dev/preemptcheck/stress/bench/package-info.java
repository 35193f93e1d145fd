/** How fast the engine is (JMH). Read {@link dev.preemptcheck.stress.bench.EngineBenchmark} first. */
@NullMarked
package dev.preemptcheck.stress.bench;

import org.jspecify.annotations.NullMarked;
