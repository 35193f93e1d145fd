package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import dev.preemptcheck.verify.Expectation;
import dev.preemptcheck.verify.RowResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerifyTextTest {
    private static final Verdict PROVED = new Verdict.Proved(new Bounds(1, 2), true, 10, 5, 0);
    private static final Verdict GIVEN_UP = new Verdict.Open("stopped", 10, 5);

    private final StringWriter out = new StringWriter();

    private static CatalogueRow row(String variant, Expectation.Answer answer) {
        CatalogueRow known = Catalogue.rowsOf("S1").get(0);
        Variant named = new Variant(variant, known.variant().patch(), "");
        return new CatalogueRow(known.system(), named, known.config(), new Expectation(answer, List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "SAFE,true,as expected proved",
        "OPEN,true,decided     proved",
        "OPEN,false,UNDECIDED   undecided: stopped"
    })
    void aDecidedRowIsCalledAsExpectedOnlyIfSomethingWasExpected(
            Expectation.Answer answer, boolean proved, String said) {
        CatalogueRow row = row("X", answer);
        RowResult result = new RowResult(
                row,
                proved ? PROVED : GIVEN_UP,
                List.of(),
                List.of(),
                proved ? RowResult.Agreement.AS_EXPECTED : RowResult.Agreement.UNDECIDED,
                List.of());
        VerifyText text = new VerifyText(new PrintWriter(out), Terminal.find(), false, List.of(row));
        text.header(Size.QUICK, "a carrier");
        text.row(result);
        assertThat(out.toString()).contains("1 row of S1", "X/UP/DBG0      " + said);
    }

    @ParameterizedTest
    @CsvSource({"X,X/UP/DBG0      as", "PC-declock/macro,X/UP/DBG0                as"})
    void columnsAreAsWideAsTheLongestName(String other, String line) {
        CatalogueRow row = row("X", Expectation.Answer.SAFE);
        VerifyText text = new VerifyText(
                new PrintWriter(out), Terminal.find(), false, List.of(row, row(other, Expectation.Answer.SAFE)));
        text.row(new RowResult(row, PROVED, List.of(), List.of(), RowResult.Agreement.AS_EXPECTED, List.of()));
        assertThat(out.toString()).startsWith(line);
    }
}
