package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code shrink} writes, and what it answers by its status and its one line of complaint. */
final class ShrinkCommandTest {
    private static final Path SAMPLED = Path.of("test", "resources", "shrink", "sampled-cow.seed");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aSampledScheduleBecomesTheBuiltInOne() throws IOException, SeedFormatException {
        Path file = folder.resolve("new").resolve("least.seed");
        assertThat(shrink(SAMPLED.toString(), "-o", file.toString())).isZero();
        assertThat(out.toString())
                .contains("was:     6 deviations", "now:     4 deviations", "the least of all")
                .contains("written: " + file);
        assertThat(SeedShelf.load(file.toString())).isEqualTo(SeedShelf.load("2.4.9-ac10-kmap-slot-busy-cow"));
        assertThat(PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), "replay", file.toString()))
                .isZero();
        assertThat(out.toString()).contains("replay:   EXACT");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatIsLeastStaysAsItIs() throws IOException, SeedFormatException {
        String name = "s10-atomic-underflow-at-1-upp";
        Path file = folder.resolve("least.seed");
        assertThat(shrink(name, "-o", file.toString())).isZero();
        assertThat(out.toString()).contains(", the same");
        assertThat(SeedShelf.load(file.toString())).isEqualTo(SeedShelf.load(name));
    }

    @Test
    void aFindingThatAPatchHealsIsGoneAndNothingIsWritten() throws IOException {
        Path file = folder.resolve("least.seed");
        Path healed = edited("patch: none", "patch: highmem/reference-2.6.9");
        assertThat(shrink(healed.toString(), "-o", file.toString())).isEqualTo(ExitStatus.DIFFERS);
        assertThat(out.toString().lines()).singleElement().asString().contains("GONE: D2:BUG-slot-busy(95)");
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileThatCannotBeWrittenIsOneLine() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.createFile(taken.resolve("by-a-file"));
        assertThat(shrink("s10-atomic-underflow-at-1-upp", "-o", taken.toString()))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).singleElement().asString().contains("can't write a seed there");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scenario: .* | scenario: kmap/none | no size is called 'none'",
                "trace: .* | trace: 12 | :11: a trace is 16 hexadecimal digits",
                "end | the end | 'deviation:' is expected here"
            })
    void aDamagedSeedIsOneLine(String pattern, String replacement, String reason) throws IOException {
        Path seed = edited("(?m)^" + pattern + "$", replacement);
        assertThat(shrink(seed.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).singleElement().asString().contains(seed.toString(), reason);
    }

    @Test
    void aSeedThatIsMissingIsOneLine() {
        assertThat(shrink()).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(shrink(folder.resolve("none.seed").toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines()).hasSize(2);
    }

    private Path edited(String pattern, String replacement) throws IOException {
        String text = Files.readString(SAMPLED);
        String changed = text.replaceAll(pattern, replacement);
        assertThat(changed).isNotEqualTo(text);
        return Files.writeString(folder.resolve("edited.seed"), changed);
    }

    private int shrink(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "shrink";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), all);
    }
}
