package dev.preemptcheck.explore;

/**
 * What minimising a finding came to.
 *
 * @param finding the same signature by the least schedule that is known
 * @param proved true if there is none less within the bounds: every schedule that comes before it ends otherwise
 * @param bounds what the schedules that were looked at may spend
 * @param executions runs that it took
 */
public record Minimum(Finding finding, boolean proved, Bounds bounds, long executions) {}
