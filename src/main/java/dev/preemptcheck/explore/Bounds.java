package dev.preemptcheck.explore;

/**
 * How much may happen in a run. Both count events of the machine, never processor switches, so that a bound cuts the same
 * schedules off in whatever order independent steps are taken (EXPLORATION C.2).
 *
 * @param interrupts timer interrupts raised in all
 * @param preemptions times that a task which could go on is displaced by another
 */
public record Bounds(int interrupts, int preemptions) {
    static final int MAX = 255;

    public Bounds {
        if (interrupts < 0 || interrupts > MAX || preemptions < 0 || preemptions > MAX) {
            throw new IllegalArgumentException("bounds lie between 0 and " + MAX);
        }
    }

    @Override
    public String toString() {
        return interrupts
                + (interrupts == 1 ? " interrupt, " : " interrupts, ")
                + preemptions
                + (preemptions == 1 ? " preemption" : " preemptions");
    }
}
