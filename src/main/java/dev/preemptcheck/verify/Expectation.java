package dev.preemptcheck.verify;

import java.util.List;

/**
 * What the verdict table says of a row (fact 6).
 *
 * @param safe true if no detector may fire
 * @param violations for an unsafe row, what must be findable in it, as {@code rule:outcome}, {@code outcome} or {@code rule}
 */
public record Expectation(boolean safe, List<String> violations) {
    public Expectation {
        violations = List.copyOf(violations);
    }

    @Override
    public String toString() {
        return safe ? "SAFE" : "UNSAFE " + String.join(" | ", violations);
    }
}
