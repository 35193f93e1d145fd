package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint;
import org.jspecify.annotations.Nullable;

/**
 * How far a search goes.
 *
 * @param all go on after the first failure, for every signature
 * @param executionsMax after so many executions the search is given up
 * @param moreMax after so many executions beyond the first finding the search for others is given up
 * @param reduction which accesses are passed without a choice
 * @param goal the only signature that ends the search, or null if any failure does; with a goal, which processor moved
 *     last is part of the state, so that the number of deviations that lead to it is the least there is
 */
public record SearchOptions(
        boolean all,
        long executionsMax,
        long moreMax,
        Footprint.Reduction reduction,
        @Nullable Signature goal) {
    /** Up to the first failure. */
    public static final SearchOptions FIRST =
            new SearchOptions(false, Long.MAX_VALUE, Long.MAX_VALUE, Footprint.Reduction.LOCAL, null);

    /** Every signature. */
    public static final SearchOptions ALL =
            new SearchOptions(true, Long.MAX_VALUE, Long.MAX_VALUE, Footprint.Reduction.LOCAL, null);

    /** The same, given up after so many executions. */
    public SearchOptions withExecutionsMax(long max) {
        return new SearchOptions(all, max, moreMax, reduction, goal);
    }

    /** The same, given up after so many executions beyond the first finding. */
    public SearchOptions withMoreMax(long max) {
        return new SearchOptions(all, executionsMax, max, reduction, goal);
    }

    /** The same with another reduction. */
    public SearchOptions withReduction(Footprint.Reduction other) {
        return new SearchOptions(all, executionsMax, moreMax, other, goal);
    }

    /** Up to the least schedule that ends in {@code signature}. */
    public SearchOptions withGoal(Signature signature) {
        return new SearchOptions(false, executionsMax, moreMax, reduction, signature);
    }

    /** True if a finding of that kind ends the search. */
    boolean isEndedBy(Finding finding) {
        return goal == null ? !finding.hazard() : finding.signature().equals(goal);
    }
}
