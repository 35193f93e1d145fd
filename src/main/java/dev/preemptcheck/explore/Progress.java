package dev.preemptcheck.explore;

/** Is told now and then how far a search is. */
@FunctionalInterface
public interface Progress {
    /** Nobody wants to know. */
    Progress UNWATCHED = (executions, states, waiting) -> {};

    /**
     * One report.
     *
     * @param executions made so far, in all rounds
     * @param states distinct states met in this round
     * @param waiting schedules that wait to be run, at most
     */
    void at(long executions, long states, long waiting);

    /**
     * The search takes long and can be shared: every thread that calls {@code help} works at it until it ends. What is
     * reported is the same without.
     */
    default void wantsHelp(Runnable help) {}
}
