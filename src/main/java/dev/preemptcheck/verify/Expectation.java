package dev.preemptcheck.verify;

import java.util.List;

/**
 * What the verdict table says of a row (fact 6).
 *
 * @param answer what the search should say
 * @param violations for an unsafe row, what must be findable in it, as {@code rule:outcome}, {@code outcome} or {@code rule}
 */
public record Expectation(Answer answer, List<String> violations) {
    /** No detector may fire. */
    public static final Expectation SAFE = new Expectation(Answer.SAFE, List.of());

    /** What is expected of a row. */
    public enum Answer {
        /** No detector may fire. */
        SAFE,
        /** Some schedule breaks a rule. */
        UNSAFE,
        /** Nobody knows: whatever the search decides is right. */
        OPEN
    }

    /** @throws IllegalArgumentException if violations are named where none is expected, or none where some are */
    public Expectation {
        violations = List.copyOf(violations);
        if (answer != Answer.UNSAFE && !violations.isEmpty()) {
            throw new IllegalArgumentException("only an UNSAFE row names violations, not one that is " + answer);
        }
        if (answer == Answer.UNSAFE && violations.isEmpty()) {
            throw new IllegalArgumentException("an UNSAFE row names what can be found in it");
        }
    }

    /** A row in which all of these can be found. */
    public static Expectation unsafe(List<String> violations) {
        return new Expectation(Answer.UNSAFE, violations);
    }

    /** True if no detector may fire. */
    public boolean safe() {
        return answer == Answer.SAFE;
    }

    /** True if nobody knows the answer. */
    public boolean open() {
        return answer == Answer.OPEN;
    }

    @Override
    public String toString() {
        return violations.isEmpty() ? answer.name() : answer + " " + String.join(" | ", violations);
    }
}
