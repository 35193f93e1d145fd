package dev.preemptcheck.verify;

import java.util.Arrays;
import java.util.List;

/**
 * A choice of rows by their axes, as the verdict table writes it: tokens of one kind are alternatives, between kinds they
 * combine; {@code ANY} is every axis.
 *
 * @param tokens at least one
 */
public record AxisChoice(List<String> tokens) {
    private static final String ANY = "ANY";

    /** @throws IllegalArgumentException if a token is unknown */
    public AxisChoice {
        tokens = List.copyOf(tokens);
        for (String token : tokens) {
            if (!token.equals(ANY) && !known().contains(token)) {
                throw new IllegalArgumentException(
                        "no axis is called '" + token + "'; there are " + String.join(", ", known()) + " and " + ANY);
            }
        }
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("an axis is missing");
        }
    }

    /** Every token that a row can have. */
    public static List<String> known() {
        return AxisKind.all();
    }

    /** True if a row with these axes is meant. */
    public boolean covers(List<String> row) {
        return Arrays.stream(AxisKind.values()).allMatch(kind -> covers(kind, row));
    }

    private boolean covers(AxisKind kind, List<String> row) {
        return tokens.stream().noneMatch(kind.tokens()::contains)
                || kind.tokens().stream().anyMatch(token -> tokens.contains(token) && row.contains(token));
    }
}
