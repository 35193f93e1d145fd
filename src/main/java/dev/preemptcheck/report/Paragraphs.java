package dev.preemptcheck.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of text that are broken at blanks to fit so many columns, each paragraph with its indent and label. */
public final class Paragraphs {
    /** Where prose is broken even if there is more room: longer lines read badly. */
    private static final int PROSE_COLUMNS_MAX = 80;

    private final int columns;
    private final List<String> lines = new ArrayList<>();

    /** Breaks at {@code columns}; a word that is longer than that stands out. */
    public Paragraphs(int columns) {
        this.columns = columns;
    }

    /** Breaks at 80 columns, or at {@code columns} where there are fewer. */
    public static Paragraphs ofProse(int columns) {
        return new Paragraphs(Math.min(PROSE_COLUMNS_MAX, columns));
    }

    /** Adds a paragraph; its continuation lines stand two columns deeper, or below the text of a short label. */
    public void add(int indent, String label, String text) {
        String continuation = " ".repeat(indent + (label.length() <= 10 && !label.isEmpty() ? label.length() : 2));
        StringBuilder line = new StringBuilder(" ".repeat(indent) + label);
        String gap = "";
        for (String word : text.split(" ", -1)) {
            boolean fits = line.length() + gap.length() + word.length() <= columns;
            if (!fits && (!gap.isEmpty() || continuation.length() < line.length())) {
                line(line.toString());
                line = new StringBuilder(continuation);
                gap = "";
            }
            line.append(gap).append(word);
            gap = " ";
        }
        lines.add(line.toString());
    }

    /** Adds a line as it is, however long. */
    public void line(String text) {
        lines.add(text.stripTrailing());
    }

    /** Adds an empty line. */
    public void blank() {
        lines.add("");
    }

    /** What was added so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
