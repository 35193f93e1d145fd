package dev.preemptcheck.explore;

import java.util.List;
import java.util.Locale;

/** What a search says about a scenario, and how it was reached. Never "safe" alone. */
public sealed interface Verdict {

    /** Runs that it took. */
    long executions();

    /** In words, for one line of a report. */
    String describe();

    /**
     * Every schedule within the bounds was covered, and no rule was broken.
     *
     * @param bounds what was covered
     * @param cut true if more could have happened than the bounds allow
     * @param states distinct states met
     * @param loopStates states met by the search for livelocks, which has graphs of its own; 0 without retry loops
     */
    record Proved(Bounds bounds, boolean cut, long executions, long states, long loopStates) implements Verdict {

        /** Upper bound on the probability that two of all these states were taken for one: n²/2⁶⁵ for 64-bit fingerprints. */
        public double collisionBound() {
            double all = (double) states + loopStates;
            return all * all / Math.pow(2, 65);
        }

        @Override
        public String describe() {
            return String.format(
                    Locale.ROOT,
                    "proved%s: %s; %,d executions, %,d states, collision bound %.0e",
                    cut ? " within bounds" : "",
                    bounds,
                    executions,
                    states,
                    collisionBound());
        }
    }

    /**
     * At least one rule can be broken.
     *
     * @param findings one for each signature, the smallest schedule first
     * @param extent what the search covered
     * @param executionsToFirst runs until the first failure; 0 if there are hazards only
     * @param executions runs in all, with those that looked for a smaller schedule
     */
    record Refuted(List<Finding> findings, Extent extent, long executionsToFirst, long executions, long states)
            implements Verdict {
        public Refuted {
            findings = List.copyOf(findings);
        }

        @Override
        public String describe() {
            return String.format(
                    Locale.ROOT,
                    "refuted: %s; found in %,d executions, %s %,d",
                    findings.get(0).signature().violation(),
                    executionsToFirst,
                    extent.words,
                    executions);
        }
    }

    /** How far a search went that found something. */
    enum Extent {
        /** Until nothing with fewer deviations was left. */
        LEAST("least schedule in"),
        /** Through every schedule within the bounds: there are no other signatures. */
        ALL("all signatures within bounds in"),
        /** Until a limit of executions: there may be other signatures, and smaller schedules. */
        LIMIT("stopped at the limit after");

        private final String words;

        Extent(String words) {
            this.words = words;
        }
    }

    /** The search was stopped with states left open. */
    record Open(String reason, long executions, long states) implements Verdict {
        @Override
        public String describe() {
            return String.format(
                    Locale.ROOT, "undecided: %s after %,d executions, %,d states", reason, executions, states);
        }
    }
}
