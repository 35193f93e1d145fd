/**
 * Searching the schedules of a scenario: exactly within bounds, or at random from a seed; following one; and making one
 * smaller. Read {@link dev.preemptcheck.explore.Explorer} first.
 */
@NullMarked
package dev.preemptcheck.explore;

import org.jspecify.annotations.NullMarked;
