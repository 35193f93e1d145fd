package dev.preemptcheck.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * Lays the rows of an interleaving out: one column for each processor where that fits, else one column for all, with a
 * processor's number in each row. Time goes down.
 */
final class InterleavingTable {
    private static final int STEP_COLUMNS = 6;
    private static final String GAP = "  ";

    private final List<InterleavingRow> rows;
    private final int cpus;
    private final int columns;
    private final int context;
    private final int function;

    InterleavingTable(List<InterleavingRow> rows, int cpus, int columns) {
        this.rows = rows;
        this.cpus = cpus;
        this.columns = columns;
        this.context = widest(r -> r.context().length());
        this.function = widest(r -> r.function().length());
    }

    private int widest(ToIntFunction<InterleavingRow> width) {
        return rows.stream().mapToInt(width).max().orElse(0);
    }

    /** The table, without blanks at the ends of lines. */
    List<String> lines() {
        int cell =
                Math.max(widest(r -> head(r).length()), widest(r -> 2 + r.text().length()));
        List<String> lines = new ArrayList<>();
        if (cpus > 1 && STEP_COLUMNS + cpus * (cell + GAP.length()) <= columns) {
            grid(lines, cell);
        } else {
            oneColumn(lines);
        }
        return lines.stream().map(String::stripTrailing).toList();
    }

    private void header(List<String> lines, String cpu) {
        lines.add(" step " + cpu + "  "
                + String.join(
                        GAP,
                        StepText.padded("context", context),
                        StepText.padded("function", function),
                        StepText.padded("count", 8),
                        "access = value"));
    }

    private String step(InterleavingRow r) {
        return r.kind() == InterleavingRow.Kind.GAP
                ? " ".repeat(STEP_COLUMNS)
                : String.format(Locale.ROOT, "%5d ", r.step());
    }

    /** Context, function and count of a step. */
    private String head(InterleavingRow r) {
        return r.kind() == InterleavingRow.Kind.STEP
                ? StepText.padded(r.context(), context)
                        + GAP
                        + StepText.padded(r.function(), function)
                        + GAP
                        + r.count()
                : "";
    }

    private String inOneLine(InterleavingRow r) {
        return r.mark() + " " + head(r) + (r.kind() == InterleavingRow.Kind.STEP ? GAP : "") + r.text();
    }

    /** A column for each processor, two lines for each step. */
    private void grid(List<String> lines, int cell) {
        StringBuilder header = new StringBuilder(" step ");
        for (int cpu = 0; cpu < cpus; cpu++) {
            header.append(StepText.padded("CPU " + cpu, cell)).append(GAP);
        }
        lines.add(header.toString());
        for (InterleavingRow r : rows) {
            String indent = " ".repeat(r.cpu() * (cell + GAP.length()));
            boolean isStep = r.kind() == InterleavingRow.Kind.STEP;
            if (isStep) {
                lines.add(step(r) + indent + head(r));
            }
            lines.add((isStep ? " ".repeat(STEP_COLUMNS) : step(r)) + indent + r.mark() + " " + r.text());
        }
    }

    private void oneColumn(List<String> lines) {
        boolean fits =
                STEP_COLUMNS + (cpus > 1 ? 4 : 0) + widest(r -> inOneLine(r).length()) <= columns;
        header(lines, cpus > 1 ? "cpu " : "");
        for (InterleavingRow r : rows) {
            String cpu = cpus == 1
                    ? ""
                    : r.kind() == InterleavingRow.Kind.GAP ? "    " : StepText.padded(Integer.toString(r.cpu()), 4);
            if (fits || r.kind() != InterleavingRow.Kind.STEP) {
                lines.add(step(r) + cpu + inOneLine(r));
            } else {
                lines.add(step(r) + cpu + "  " + head(r));
                lines.add(" ".repeat(STEP_COLUMNS + cpu.length()) + r.mark() + "   " + r.text());
            }
        }
    }
}
