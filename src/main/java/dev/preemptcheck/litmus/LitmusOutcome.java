package dev.preemptcheck.litmus;

import dev.preemptcheck.litmus.program.Condition;
import dev.preemptcheck.litmus.program.LitmusTest;
import java.util.List;
import java.util.Locale;

/**
 * What came of a test when all of its executions were run.
 *
 * @param states the distinct final states, each as herd prints it, in herd's order
 * @param positive how many of them satisfy the condition's proposition
 * @param complete whether all executions were run; if not, there may be more states
 * @param raced whether plain accesses raced
 * @param wild whether a thread was stopped because it used a number as an address; such a run ends in no state
 * @param executions runs that it took
 */
public record LitmusOutcome(
        LitmusTest test,
        List<String> states,
        int positive,
        boolean complete,
        boolean raced,
        boolean wild,
        long executions) {
    public LitmusOutcome {
        states = List.copyOf(states);
    }

    /** Whether the proposition holds in no, some or all final states. */
    public enum Observation {
        NEVER,
        SOMETIMES,
        ALWAYS;

        /** As herd writes it. */
        @Override
        public String toString() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }

    /** How many final states do not satisfy the proposition. */
    public int negative() {
        return states.size() - positive;
    }

    public Observation observation() {
        if (positive == 0) {
            return Observation.NEVER;
        }
        return negative() == 0 ? Observation.ALWAYS : Observation.SOMETIMES;
    }

    /** Whether the answer to the test's question is yes. */
    public boolean validated() {
        Condition.Quantifier quantifier = test.condition().quantifier();
        return quantifier.answer(positive, negative());
    }
}
