package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;

/** Is told which states a {@link Probe} passes, and who moves there. */
interface Trail {
    /**
     * The machine stands before a choice of who moves, or within {@code schedule()} before a pick among {@code candidates}.
     *
     * @param candidates tasks, a bit each; 0 before a choice of who moves
     * @param node of the frontier: the state lies on the way of its schedule, no deviation being left
     */
    void reaches(Machine m, int candidates, int node);

    /**
     * There {@code agent} moves, or is picked.
     *
     * @param budgeted true if that is drawn on the bounds
     */
    void leaves(Machine m, int agent, boolean budgeted);

    /** Nobody is told. */
    Trail NONE = new Trail() {
        @Override
        public void reaches(Machine m, int candidates, int node) {
            // nobody wants to know
        }

        @Override
        public void leaves(Machine m, int agent, boolean budgeted) {
            // nobody wants to know
        }
    };
}
