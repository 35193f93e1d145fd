/**
 * jqwik arbitraries over PreemptCheck's own inputs, published for users' laws: schedules, machines, scripts of tasks, and
 * small concurrent programs with a scenario that runs them. Read {@link dev.preemptcheck.arbitraries.Program} first.
 */
@NullMarked
package dev.preemptcheck.arbitraries;

import org.jspecify.annotations.NullMarked;
