package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.seed.SeedShelf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code replay} answers by its status and its one line of complaint. */
final class ReplayCommandTest {
    private static final Path SEEDS = Path.of("test", "resources", "replay");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void sameStepsAndValuesAreExact() {
        assertThat(run(SEEDS.resolve("upp-busy-slot.seed"))).isZero();
        assertThat(out.toString()).contains("replay:   EXACT");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void everySeedOfTheReportsIsExactAndBlamesAHolder() {
        List<String> reported = SeedShelf.names().stream()
                .filter(name -> name.startsWith("2.4."))
                .toList();
        assertThat(reported).hasSize(6);
        for (String name : reported) {
            out.getBuffer().setLength(0);
            assertThat(run(Path.of(name))).as(name).isZero();
            assertThat(out.toString()).as(name).contains("replay:   EXACT", "invalid operand: 0000", "  holder: ");
        }
    }

    @Test
    void unknownCarrierIsOneLine() {
        assertThat(PreemptCheck.run(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        "replay",
                        "--carrier",
                        "x",
                        SEEDS.resolve("upp-leak.seed").toString()))
                .isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void anotherTraceIsAdapted() throws IOException {
        assertThat(run(edited("upp-busy-slot", "trace: \\p{XDigit}{16}", "trace: 0123456789abcdef")))
                .isZero();
        assertThat(out.toString()).contains("replay:   ADAPTED: the same decisions and finding");
    }

    @Test
    void movedStepsAreFoundByTheirAnchors() throws IOException {
        assertThat(run(edited("upp-busy-slot", "deviation: 7 ", "deviation: 3 ")))
                .isZero();
        assertThat(out.toString())
                .contains("replay:   ADAPTED: the same decisions in the same places")
                .contains("SEED'S SCHEDULE:");
    }

    /** Neither step nor anchor is right any more. */
    @Test
    void otherPlacesOfTheSameSignatureAreSaid() throws IOException {
        assertThat(run(edited("upp-busy-slot", "deviation: 7 (.*)#(\\d+)\\.\\d+", "deviation: 3 $1#$2.99")))
                .isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("replay: ADAPTED: the same finding, but by decisions in other places, see SCHEDULE;")
                .contains("SEED'S SCHEDULE:");
    }

    @Test
    void findingThatAPatchHealsIsGone() throws IOException {
        assertThat(run(edited("upp-busy-slot", "patch: none", "patch: highmem/reference-2.6.9")))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("replay:   GONE")
                .doesNotContain("kernel BUG")
                .contains("SCHEDULE:");
    }

    @Test
    void whatHappensInsteadIsTold() throws IOException {
        assertThat(run(edited("upp-busy-slot", "outcome: .*", "outcome: wrong-page")))
                .isEqualTo(1);
        assertThat(out.toString()).contains("the nearest run ends otherwise").contains("kernel BUG at");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scenario: kmap/standard | scenario: kmap/none | no size is called 'none'",
                "scenario: kmap/standard | scenario: other | no scenario is called 'other'",
                "patch: none | patch: unknown | no patch is called 'unknown'",
                "trace: .* | trace: 12 | :11: a trace is 16 hexadecimal digits",
                "end | the end | :14: 'deviation:' is expected here",
                "preemptcheck seed 1 | preemptcheck seed 9 | :1: seed format '9' is not known here"
            })
    void damagedSeedIsOneLine(String pattern, String replacement, String reason) throws IOException {
        Path seed = edited("upp-busy-slot", "(?m)^" + pattern + "$", replacement);
        assertThat(run(seed)).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains(seed.toString()).contains(reason);
    }

    @Test
    void seedThatDoesNotExistIsOneLine() {
        assertThat(run(folder.resolve("none.seed"))).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains("none.seed: no such seed");
    }

    @Test
    void complaintHasNoControlCharacters() throws IOException {
        assertThat(run(edited("upp-busy-slot", "scenario: .*", "scenario: \u001b[2J")))
                .isEqualTo(2);
        assertThat(err.toString()).doesNotContain("\u001b").contains("a control character stands in");
    }

    @Test
    void triageReadsTheOopsThatIsPrinted() throws IOException {
        run(SEEDS.resolve("upp-busy-slot.seed"));
        String oops = out.toString()
                .lines()
                .dropWhile(line -> !line.startsWith("kernel BUG"))
                .takeWhile(line -> !line.startsWith("("))
                .reduce("", (text, line) -> text + line + "\n");
        Triage triage = new Triage(List.of());
        triage.read("replay", new ByteArrayInputStream(oops.getBytes(StandardCharsets.UTF_8)));
        assertThat(triage.report().signatures())
                .singleElement()
                .satisfies(group -> assertThat(group.signature().chain())
                        .containsExactly("do_anonymous_page", "do_no_page", "handle_mm_fault", "do_page_fault"));
    }

    @ParameterizedTest
    @CsvSource({"100,true,100", "7,true,40", "x,true,80", ",true,80", ",false,120", "99999,false,1000"})
    void widthIsThatOfTheTerminal(String variable, boolean terminal, int columns) {
        assertThat(Terminal.columns(variable, terminal)).isEqualTo(columns);
    }

    private Path edited(String seed, String pattern, String replacement) throws IOException {
        String text = Files.readString(SEEDS.resolve(seed + ".seed"));
        String changed = text.replaceAll(pattern, replacement);
        assertThat(changed).isNotEqualTo(text);
        return Files.writeString(folder.resolve("edited.seed"), changed);
    }

    private int run(Path seed) {
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), "replay", seed.toString());
    }
}
