package dev.preemptcheck.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant who mistyped a name. */
final class Nearest {
    /** Mistakes that are allowed for: one in so many characters, and one more. */
    private static final int CHARACTERS_PER_MISTAKE = 4;

    private Nearest() {}

    /** {@code "; did you mean X?"} for the name that takes the fewest changes; nothing if none is near. */
    static String hint(String typed, Collection<String> known) {
        return to(typed, known).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static Optional<String> to(String typed, Collection<String> known) {
        int most = 1 + typed.length() / CHARACTERS_PER_MISTAKE;
        return known.stream()
                .filter(name -> changes(typed, name) <= most)
                .min(Comparator.<String>comparingInt(name -> changes(typed, name))
                        .thenComparing(name -> name));
    }

    /** The least number of characters to insert, delete or replace (Levenshtein 1966). */
    static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
