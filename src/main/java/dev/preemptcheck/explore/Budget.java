package dev.preemptcheck.explore;

/** What a run may still spend of its bounds. */
final class Budget {
    private int interrupts;
    private int preemptions;
    private final int cost;
    private boolean exceeded;

    Budget(Bounds bounds) {
        this(bounds, 1);
    }

    private Budget(Bounds bounds, int cost) {
        interrupts = bounds.interrupts();
        preemptions = bounds.preemptions();
        this.cost = cost;
    }

    /** One that is never spent. */
    static Budget endless() {
        return new Budget(new Bounds(1, 1), 0);
    }

    int interrupts() {
        return interrupts;
    }

    int preemptions() {
        return preemptions;
    }

    /** True if one more interrupt may be raised. Call it only where one could be: a no is noted. */
    boolean allowsInterrupt() {
        exceeded |= interrupts == 0;
        return interrupts > 0;
    }

    /** True if one more task may be displaced. Call it only where one could be: a no is noted. */
    boolean allowsPreemption() {
        exceeded |= preemptions == 0;
        return preemptions > 0;
    }

    void spendInterrupt() {
        interrupts -= cost;
    }

    void spendPreemption() {
        preemptions -= cost;
    }

    /** True if more could have happened than the bounds allow: something was left out only for want of budget. */
    boolean exceeded() {
        return exceeded;
    }
}
