/** What is explored: a kernel with its programs on a machine. Read {@link dev.preemptcheck.scenario.Scenario} first. */
@NullMarked
package dev.preemptcheck.scenario;

import org.jspecify.annotations.NullMarked;
