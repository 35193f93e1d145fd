package dev.preemptcheck.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of text that are broken at blanks to fit 80 columns, each paragraph with its indent and label. */
public final class Paragraphs {
    private static final int COLUMNS = 80;

    private final List<String> lines = new ArrayList<>();

    /** Adds a paragraph; its continuation lines stand two columns deeper, or below the text of a short label. */
    public void add(int indent, String label, String text) {
        String continuation = " ".repeat(indent + (label.length() <= 10 && !label.isEmpty() ? label.length() : 2));
        StringBuilder line = new StringBuilder(" ".repeat(indent) + label);
        boolean first = true;
        for (String word : text.split(" ", -1)) {
            if (!first && line.length() + 1 + word.length() > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(continuation);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
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
