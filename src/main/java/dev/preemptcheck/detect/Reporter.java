package dev.preemptcheck.detect;

/** Where detectors report; called on the strand that broke the rule, within the step that broke it. */
public interface Reporter {

    /**
     * Something went wrong in this run.
     *
     * @param rule the rule that was broken
     * @param outcome what became of it, in a word, or empty
     * @param place file and line in the kernel's own words, or empty
     * @param culprit the task that broke the rule first: the root cause, which need not be the victim
     */
    void failure(String rule, String outcome, String place, int culprit);

    /**
     * Nothing went wrong yet, but the rule is broken: another schedule can make something of it.
     *
     * @param task who broke it
     */
    void hazard(String rule, String outcome, int task);

    /**
     * The run ended with tasks that wait for something which only an interrupt beyond the bounds could bring: neither a
     * failure nor a proof that there is none.
     */
    default void inconclusive() {}

    /** The kernel printed this line; what it calls for, such as a call trace, is not in it. */
    default void said(String message) {}
}
