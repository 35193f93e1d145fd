package dev.preemptcheck.explore;

/**
 * Which steps of different processors may not change places (EXPLORATION F.3). Those of one processor never may. Other answers
 * are for tests that show that these are needed.
 */
class Dependence {

    /** True if it matters which of the two comes first: they touch a word in common, and one of them writes. */
    boolean dependent(NextStep one, NextStep other) {
        return one.opaque() || other.opaque() || ((one.writes() || other.writes()) && one.overlaps(other));
    }

    /** True if a sleeping processor that is about to take the one step must be let in again after the other. */
    boolean wakes(NextStep sleeping, NextStep taken) {
        return dependent(sleeping, taken);
    }

    /** True if who waits till the end might have come before somebody. */
    boolean waitersRace() {
        return true;
    }

    /** True if who waits for a word might have gone on before a step that it was not released by. */
    boolean waitersLookBack() {
        return true;
    }
}
