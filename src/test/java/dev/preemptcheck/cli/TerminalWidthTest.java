package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the width of the terminal does to what is made of prose. */
final class TerminalWidthTest {
    private static final String ROW = "HM-2/SMPP/DBG1";

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120})
    void listFits(int columns) {
        assertFits(columns, run(new ListCommand(() -> columns)));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120})
    void showFits(int columns) {
        assertFits(columns, run(new ShowCommand(() -> columns), ROW));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80})
    void triageFits(int columns) throws IOException {
        try (InputStream log = TerminalWidthTest.class.getResourceAsStream("/logs/2.4.10-pre4-preempt-highmem.log")) {
            byte[] bytes = log == null ? new byte[0] : log.readAllBytes();
            assertFits(columns, run(new TriageCommand(List::of, new ByteArrayInputStream(bytes), () -> columns), "-"));
        }
    }

    @Test
    void widthBreaksLinesAndLosesNothing() {
        assertThat(words(run(new ListCommand(() -> 40)))).isEqualTo(words(run(new ListCommand(() -> 120))));
        assertThat(words(run(new ShowCommand(() -> 40), ROW))).isEqualTo(words(run(new ShowCommand(() -> 120), ROW)));
    }

    @Test
    void showTellsWhatTheTasksDo() {
        assertThat(run(new ShowCommand(() -> 120), ROW))
                .contains(
                        "size quick: at most 1 interrupt, 2 preemptions",
                        "  S11dhcpd (pid 2507)",
                        "    writes to 080bd000: copy on write, cow@55d54 to copy@55d55",
                        "    writes to 080be000: anonymous, lowanon@1402");
    }

    @Test
    void aProgressLineIsNarrowerThanItsTerminal() {
        StringWriter err = new StringWriter();
        ProgressLine progress = new ProgressLine(new PrintWriter(err, true), true, 32, 40);
        progress.at("HM-4/SMPP/DBG1", 1_000_000);
        progress.close();
        assertThat(err.toString().split("\r"))
                .allMatch(drawn -> drawn.length() <= 39)
                .anyMatch(d -> d.length() == 39);
    }

    private static void assertFits(int columns, List<String> lines) {
        assertThat(lines).isNotEmpty().allMatch(line -> line.length() <= columns || lastWordStandsOut(line, columns));
    }

    /** A word that is longer than a line is not broken. */
    private static boolean lastWordStandsOut(String line, int columns) {
        return line.lastIndexOf(' ') < columns;
    }

    private static List<String> words(List<String> lines) {
        return List.of(String.join(" ", lines).trim().split("\\s+"));
    }

    private static List<String> run(Object command, String... arguments) {
        StringWriter out = new StringWriter();
        int status = new CommandLine(command).setOut(new PrintWriter(out, true)).execute(arguments);
        assertThat(status).isZero();
        return out.toString().lines().toList();
    }
}
