package dev.preemptcheck.report;

/**
 * A row of the interleaving.
 *
 * @param kind what it shows
 * @param step number of the step; of a gap, how many steps are left out
 * @param cpu whose column it stands in
 * @param mark what is special about it, or a blank
 * @param context task or handler, empty unless a step
 * @param function innermost function, empty unless a step
 * @param count preempt count after the step, empty unless a step
 * @param text the access, or what happened
 */
record InterleavingRow(
        Kind kind, int step, int cpu, char mark, String context, String function, String count, String text) {
    /** Touches the word that the finding is about, or a page mapped through it. */
    static final char CONFLICT = '*';
    /** A decision of the schedule. */
    static final char DECISION = '>';
    /** What a detector or the kernel said. */
    static final char VERDICT = '!';

    /** Kinds of row. */
    enum Kind {
        STEP,
        EVENT,
        GAP
    }

    static InterleavingRow event(int step, int cpu, char mark, String text) {
        return new InterleavingRow(Kind.EVENT, step, cpu, mark, "", "", "", text);
    }

    static InterleavingRow gap(int steps) {
        return new InterleavingRow(
                Kind.GAP, steps, 0, ' ', "", "", "", "... " + steps + (steps == 1 ? " step" : " steps"));
    }
}
