/**
 * jqwik arbitraries over PreemptCheck's own inputs, published for users' laws. Placeholder for the arbitraries of
 * programs and schedules: {@link dev.preemptcheck.arbitraries.UnknownCommands} is the only type.
 */
@NullMarked
package dev.preemptcheck.arbitraries;

import org.jspecify.annotations.NullMarked;
