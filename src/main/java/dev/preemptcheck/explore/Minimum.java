package dev.preemptcheck.explore;

/**
 * What minimising a finding came to.
 *
 * @param finding the same signature by the least schedule that is known
 * @param proved true if there is none less: every schedule that comes before it was looked at, and ends otherwise
 * @param executions runs that it took
 */
public record Minimum(Finding finding, boolean proved, long executions) {}
