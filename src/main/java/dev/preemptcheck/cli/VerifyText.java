package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.RowResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The answer of {@code verify} as text: a line or two for each row, then the sum. */
final class VerifyText {
    private final PrintWriter out;
    private final Terminal terminal;
    private final boolean all;

    VerifyText(PrintWriter out, Terminal terminal, boolean all) {
        this.out = out;
        this.terminal = terminal;
        this.all = all;
    }

    void header(int rows, Size size, String carrier) {
        out.printf(
                Locale.ROOT,
                "verify: %s of S1, size %s (at most %s), carrier %s%n",
                Counted.of(rows, "row"),
                size.id(),
                new Bounds(size.interrupts(), size.preemptions()),
                carrier);
        out.flush();
    }

    void row(RowResult result) {
        out.printf(
                Locale.ROOT,
                "%-14s %-11s %s%n",
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
            case AS_EXPECTED -> terminal.green(padded("as expected"));
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
