package dev.preemptcheck.oops;

import java.util.List;

/**
 * Signatures that have one cause, by evidence in the log or through the seeds that reproduce them.
 *
 * @param rule rule and outcome of the seeds, for example {@code D2 BUG-slot-busy(95)}; empty without such seeds
 * @param place the place of the BUG line; empty if no log names one
 * @param evidence why these signatures are one cause, or what can't be known
 * @param signatures the numbers of the signatures
 * @param oopses how many oopses they have
 */
public record RootCause(String rule, String place, String evidence, List<Integer> signatures, long oopses) {
    /** Copies the numbers. */
    public RootCause {
        signatures = List.copyOf(signatures);
    }

    /** Whether anything tells the cause. */
    public boolean isKnown() {
        return !rule.isEmpty() || !place.isEmpty();
    }
}
