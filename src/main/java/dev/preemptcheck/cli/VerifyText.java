package dev.preemptcheck.cli;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.CatalogueRow;
import dev.preemptcheck.verify.RowResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The answer of {@code verify} as text: a line or two for each row, then the sum. */
final class VerifyText {
    private static final int NAME_COLUMNS = 14;

    private final PrintWriter out;
    private final Terminal terminal;
    private final boolean all;
    private final List<CatalogueRow> rows;
    private final String format;

    VerifyText(PrintWriter out, Terminal terminal, boolean all, List<CatalogueRow> rows) {
        this.out = out;
        this.terminal = terminal;
        this.all = all;
        this.rows = rows;
        int width = rows.stream().mapToInt(row -> row.name().length()).reduce(NAME_COLUMNS, Math::max);
        this.format = "%-" + width + "s %-11s %s%n";
    }

    void header(Size size, String carrier) {
        out.printf(
                Locale.ROOT,
                "verify: %s of %s, size %s (at most %s), carrier %s%n",
                Counted.of(rows.size(), "row"),
                rows.stream().map(row -> row.system().id()).distinct().collect(Collectors.joining(", ")),
                size.id(),
                new Bounds(size.interrupts(), size.preemptions()),
                carrier);
        out.flush();
    }

    void row(RowResult result) {
        out.printf(
                Locale.ROOT,
                format,
                result.row().name(),
                agreement(result),
                result.verdict().describe());
        for (RowResult.Saved saved : result.findings()) {
            if (all) {
                out.println("    " + (saved.finding().hazard() ? "hazard  " : "failure ") + saved.signature());
            }
            out.printf(
                    Locale.ROOT,
                    "    %s%s: preemptcheck replay %s%n",
                    all ? "        " : "",
                    Counted.of(saved.finding().schedule().size(), "deviation"),
                    saved.seed());
        }
        for (ShapeFault fault : result.faults()) {
            KernelConfig config = result.row().config();
            out.println("    " + (fault.happensIn(config) ? "hazard  " : "remark  ") + fault.describe(config));
        }
        if (!result.missing().isEmpty()) {
            out.println("    not found: " + String.join(", ", result.missing()));
        }
        if (result.agreement() != RowResult.Agreement.AS_EXPECTED) {
            out.println("    expected: " + result.row().expectation());
        }
        out.flush();
    }

    private String agreement(RowResult result) {
        return switch (result.agreement()) {
            case AS_EXPECTED -> terminal.green(padded(result.row().expectation().open() ? "decided" : "as expected"));
            case DIFFERS -> terminal.red(padded("DIFFERS"));
            case UNDECIDED -> terminal.yellow(padded("UNDECIDED"));
        };
    }

    private static String padded(String text) {
        return String.format(Locale.ROOT, "%-11s", text);
    }

    void summary(List<RowResult> results) {
        long asExpected = count(results, RowResult.Agreement.AS_EXPECTED);
        long proved = results.stream()
                .filter(r -> r.verdict() instanceof Verdict.Proved)
                .count();
        out.printf(
                Locale.ROOT,
                "%s: %d as expected, %d differ, %d undecided; %d proved, %d refuted%n",
                Counted.of(results.size(), "row"),
                asExpected,
                count(results, RowResult.Agreement.DIFFERS),
                count(results, RowResult.Agreement.UNDECIDED),
                proved,
                results.stream()
                        .filter(r -> r.verdict() instanceof Verdict.Refuted)
                        .count());
        out.flush();
    }

    private static long count(List<RowResult> results, RowResult.Agreement agreement) {
        return results.stream().filter(r -> r.agreement() == agreement).count();
    }
}
