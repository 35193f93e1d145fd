package dev.preemptcheck.cli;

import dev.preemptcheck.litmus.LitmusOutcome;
import dev.preemptcheck.litmus.LitmusReport;
import dev.preemptcheck.litmus.LitmusReport.Agreement;
import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.LitmusTest.Expected;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer of {@code litmus} as text: herd's for one file, a line for each of several. */
final class LitmusText {
    private final PrintWriter out;
    private final Terminal terminal;

    LitmusText(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** One test, as herd prints it; then whether it agrees with what the file says. */
    void answer(LitmusReport report, LitmusOutcome outcome) {
        LitmusTest test = outcome.test();
        out.println("Test " + test.name() + " " + test.condition().quantifier().kind());
        out.println("States " + outcome.states().size());
        outcome.states().forEach(out::println);
        if (!outcome.complete()) {
            out.printf(
                    Locale.ROOT,
                    "%s: given up after %,d executions, there may be more states; raise --executions%n",
                    terminal.yellow("UNDECIDED"),
                    outcome.executions());
            out.flush();
            return;
        }
        out.println(outcome.validated() ? "Ok" : "No");
        out.println("Witnesses");
        out.println("Positive: " + outcome.positive() + " Negative: " + outcome.negative());
        if (outcome.raced()) {
            out.println("Flag data-race");
        }
        if (outcome.wild()) {
            out.println("Flag wild-address");
        }
        out.println("Condition " + test.condition());
        out.println("Observation " + test.name() + " " + observation(outcome));
        if (test.expected() != null) {
            out.println("Result " + expected(test.expected()) + ": " + agreement(report.agreement(), 0));
        }
        out.flush();
    }

    /** One test of several. */
    void line(LitmusReport report) {
        LitmusOutcome outcome = report.outcome();
        if (outcome == null) {
            out.println(agreement(report.agreement(), 9) + " " + report.reason());
        } else {
            out.printf(
                    Locale.ROOT,
                    "%s %-9s %-17s %s%n",
                    agreement(report.agreement(), 9),
                    expected(outcome.test().expected()),
                    outcome.complete() ? observation(outcome) : "?",
                    outcome.test().name());
        }
        out.flush();
    }

    void summary(List<LitmusReport> reports) {
        out.printf(
                Locale.ROOT,
                "%s: %d agree, %d differ, %d weaker, %d plain, %d without Result, %d undecided, %d skipped%n",
                Counted.of(reports.size(), "test"),
                count(reports, Agreement.AGREES),
                count(reports, Agreement.DIFFERS),
                count(reports, Agreement.WEAKER),
                count(reports, Agreement.PLAIN),
                count(reports, Agreement.UNJUDGED),
                count(reports, Agreement.UNDECIDED),
                count(reports, Agreement.SKIPPED));
        out.flush();
    }

    private static long count(List<LitmusReport> reports, Agreement agreement) {
        return reports.stream().filter(r -> r.agreement() == agreement).count();
    }

    private static String observation(LitmusOutcome outcome) {
        return outcome.observation() + " " + outcome.positive() + " " + outcome.negative();
    }

    private static String expected(@Nullable Expected expected) {
        return expected == null
                ? "-"
                : expected.name().charAt(0) + expected.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private String agreement(Agreement agreement, int width) {
        String word = agreement.word()
                + " ".repeat(Math.max(0, width - agreement.word().length()));
        return switch (agreement) {
            case AGREES -> terminal.green(word);
            case DIFFERS -> terminal.red(word);
            case UNDECIDED, SKIPPED -> terminal.yellow(word);
            default -> word;
        };
    }
}
