package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.preemptcheck.SeedRefresh;
import dev.preemptcheck.hardware.carrier.ContinuationCarrier;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The whole text of a replay, held by golden files. {@code mvn -pl src test -Dtest=ReplayGoldenTest -Dgolden.refresh=true} saves
 * the seeds anew, since a change of the model changes their traces, and writes the texts; read both before they are committed.
 */
final class ReplayGoldenTest {
    private static final Path SEEDS = Path.of("test", "resources", "replay");
    private static final Path GOLDEN = Path.of("test", "resources", "golden", "replay");

    @BeforeAll
    static void refreshSeeds() throws IOException, SeedFormatException {
        if (Boolean.getBoolean("golden.refresh")) {
            for (File file : Objects.requireNonNull(SEEDS.toFile().listFiles())) {
                SeedShelf.save(file.toPath(), SeedRefresh.anew(SeedShelf.load(file.getPath())));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "upp-busy-slot",
                "ac10-busy-slot",
                "upp-wrong-page",
                "upp-underflow",
                "upp-leak",
                "smpp-unmap-mismatch",
                "smpp-stale-cpu-number",
                "smpp-stale-translation",
                "smpp-paging-request",
                "smpp-window"
            })
    void textIsTheGoldenOne(String seed) throws IOException {
        String text = replay(seed, 120);
        assertThat(text).isEqualTo(golden(seed, text)).contains("replay:   EXACT");
    }

    /** One of each rule that built-in seeds break, beyond those of the reports of 2001. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s2-fpu-copy-fpu-0-copy-upp",
                "s2-fpu-user-fpu-0-upp",
                "s3-preempt-cr2-pc-cr2-trap-upp",
                "s3-preempt-irqoff-pc-irqoff-pc-0-upp",
                "s3-preempt-mark-pc-mark-split-smpp",
                "s5-softirq-daemon-sq-0-upp-sp1",
                "s5-softirq-irq-exit-sq-0-upp-sp0-irq-exit",
                "s6-hardirq-thread-hr-0-up-sp0-hp1",
                "s7-conntrack-ct-0-upp-sp0",
                "s7-conntrack-ct-1-smp-sp0",
                "s10-atomic-underflow-at-0-up",
                "s10-atomic-underflow-at-fix-nolock-smp",
                "s10-call-function-tl-1-smp"
            })
    void textOfABuiltInSeedIsTheGoldenOne(String seed) throws IOException {
        String text = replayed(seed, 100);
        assertThat(text)
                .isEqualTo(golden(seed, text))
                .contains("replay:   EXACT")
                .doesNotContain("the run ends with");
    }

    @Test
    void oneColumnServesAllProcessorsOnANarrowTerminal() throws IOException {
        String text = replay("smpp-unmap-mismatch", 80);
        assertThat(text).isEqualTo(golden("smpp-unmap-mismatch-80", text));
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void traceHasEveryStep() throws IOException {
        String text = replay("upp-busy-slot", 120, "--trace");
        assertThat(text).isEqualTo(golden("upp-busy-slot-trace", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"upp-busy-slot", "upp-underflow", "smpp-unmap-mismatch", "smpp-stale-translation"})
    void carriersPrintTheSame(String seed) {
        assumeThat(ContinuationCarrier.available()).isTrue();
        assertThat(replay(seed, 120, "--trace", "--carrier", "thread"))
                .isEqualTo(replay(seed, 120, "--trace", "--carrier", "continuation"));
    }

    private static String golden(String name, String text) throws IOException {
        Path golden = GOLDEN.resolve(name + ".txt");
        if (Boolean.getBoolean("golden.refresh")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        return Files.readString(golden);
    }

    private static String replay(String seed, int columns, String... options) {
        return replayed(SEEDS.resolve(seed + ".seed").toString(), columns, options);
    }

    private static String replayed(String seed, int columns, String... options) {
        StringWriter out = new StringWriter();
        List<String> args = new ArrayList<>(List.of(options));
        args.add(seed);
        int status = new CommandLine(new ReplayCommand(() -> columns))
                .setOut(new PrintWriter(out, true))
                .execute(args.toArray(String[]::new));
        assertThat(status).isZero();
        return out.toString().replace(System.lineSeparator(), "\n");
    }
}
