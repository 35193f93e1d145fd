package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.UserJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final String SEARCH = "verify --size quick HM-0/UPP HM-1";
    private static final String OOPSES = "2.4.10-pre4-preempt-highmem.log";
    private static final String LATENCIES = "2.6.9-rc4-mm1-RT-U9-latency-mail.txt";
    private static final String SECTION = "replay --latency s5-softirq-irq-exit-sq-0-smpp-sp0-irq-exit";
    private static final String LINK = "verify --axis UPP PC-declock/link/ported";
    private static final String SHRINK = "shrink src/test/resources/shrink/sampled-cow.seed";
    private static final String REPLAY = "replay 2.4.10-pre4-kmap-slot-busy-anonymous";

    /** But for its first paragraph, which is broken by the length of the file's name; it stops at two dots. */
    @ParameterizedTest
    @ValueSource(strings = {OOPSES, LATENCIES})
    void theTriageThatItShowsIsReal(String file) throws IOException {
        StringWriter out = new StringWriter();
        String log = Path.of("test", "resources", "logs", file).toString();
        int status = PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(out, true), "triage", log);

        assertThat(status).isZero();
        List<String> shown = paragraphsAfterTheFirst(example("$ preemptcheck triage src/test/resources/logs/" + file));
        assertThat(shown).hasSizeGreaterThan(10).endsWith("..");
        assertThat(paragraphsAfterTheFirst(out.toString().lines().toList()))
                .startsWith(shown.subList(0, shown.size() - 1).toArray(String[]::new));
    }

    private static List<String> paragraphsAfterTheFirst(List<String> lines) {
        return lines.stream().dropWhile(line -> !line.isEmpty()).toList();
    }

    @Test
    void theReplayThatItShowsIsReal() throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), REPLAY.split(" ", 2));

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        assertThat(example("$ preemptcheck " + REPLAY))
                .containsExactlyElementsOf(out.toString().lines().toList());
    }

    /** Where the seed is written is where the example would put it. */
    @Test
    void theSeedThatItShrinksIsReal(@TempDir Path folder) throws IOException {
        StringWriter out = new StringWriter();
        Path seed = folder.resolve("sampled-cow-least.seed");
        int status = PreemptCheck.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "shrink",
                "test/resources/shrink/sampled-cow.seed",
                "-o",
                seed.toString());

        assertThat(status).isZero();
        assertThat(seed).exists();
        assertThat(example("$ preemptcheck " + SHRINK))
                .containsExactlyElementsOf(out.toString()
                        .replace("seed:    test", "seed:    src/test")
                        .replace(folder.toString(), ".preemptcheck/seeds")
                        .lines()
                        .toList());
    }

    @Test
    void theLatencyTraceThatItShowsIsReal() throws IOException {
        StringWriter out = new StringWriter();
        int status = PreemptCheck.run(
                new PrintWriter(out, true), new PrintWriter(new StringWriter()), SECTION.split(" ", 3));

        assertThat(status).isZero();
        assertThat(example("$ preemptcheck " + SECTION))
                .containsExactlyElementsOf(out.toString().lines().toList());
    }

    @Test
    void theLinkThatItShowsIsReal(@TempDir Path seeds) throws IOException {
        assertThat(example("$ preemptcheck " + LINK)).containsExactlyElementsOf(verified(LINK, seeds));
    }

    /** But for the first line, which names the JVM. */
    @Test
    void theSearchThatItShowsIsReal(@TempDir Path seeds) throws IOException {
        assertThat(example("$ preemptcheck " + SEARCH).stream().skip(1))
                .containsExactlyElementsOf(
                        verified(SEARCH, seeds).stream().skip(1).toList());
    }

    /** What it prints, if all is as expected; seeds are where they go by default. */
    private static List<String> verified(String command, Path seeds) {
        StringWriter out = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--seeds", seeds.toString()));
        int status = PreemptCheck.run(
                new PrintWriter(out, true), new PrintWriter(new StringWriter()), arguments.toArray(String[]::new));
        assertThat(status).isZero();
        return out.toString()
                .replace(seeds.toString(), ".preemptcheck/seeds")
                .lines()
                .toList();
    }

    /** But for the first line of the search, which names the JVM. */
    @Test
    void theScenarioThatItShowsIsRealAndItsMendedFormIsProved(@TempDir Path folder) throws IOException {
        String source = Files.readString(Path.of("test", "resources", "scenario", "my", "NetCard.java"));
        assertThat(source.lines()).hasSizeLessThan(40);
        assertThat(Files.readString(README)).contains("```java\n" + source + "```\n");
        String jar = new UserJar(folder).wholeSource("NetCard", source).pack().toString();

        StringWriter out = new StringWriter();
        assertThat(search(out, jar, folder)).isEqualTo(ExitStatus.DIFFERS);
        assertThat(example("$ preemptcheck verify --classpath my.jar").stream().skip(1))
                .containsExactlyElementsOf(out.toString()
                        .replace(folder.toString(), ".preemptcheck/seeds")
                        .lines()
                        .skip(1)
                        .toList());

        int reader = source.indexOf("void cardGetStats");
        String mended = source.substring(0, reader)
                + source.substring(reader)
                        .replace("lock.lock(cpu)", "lock.lockBh(cpu, kernel.softirqs())")
                        .replace("lock.unlock(cpu)", "lock.unlockBh(cpu, kernel.softirqs())");
        StringWriter again = new StringWriter();
        String mendedJar =
                new UserJar(folder).wholeSource("NetCard", mended).pack().toString();
        assertThat(search(again, mendedJar, folder)).isZero();
        assertThat(again.toString()).contains("netcard        as expected proved within bounds");
    }

    private static int search(StringWriter out, String jar, Path seeds) {
        return PreemptCheck.run(
                new PrintWriter(out, true),
                new PrintWriter(new StringWriter()),
                "verify",
                "--size",
                "standard",
                "--classpath",
                jar,
                "--seeds",
                seeds.toString());
    }

    @Test
    void theLitmusTestThatItShowsIsReal() throws IOException {
        StringWriter out = new StringWriter();
        String file = Path.of("test", "resources", "litmus", "SB.litmus").toString();
        int status = PreemptCheck.run(
                new PrintWriter(out, true), new PrintWriter(out, true), "litmus", "--model", "sc", file);

        assertThat(status).isZero();
        assertThat(example("$ preemptcheck litmus --model sc src/test/resources/litmus/SB.litmus"))
                .containsExactlyElementsOf(out.toString().lines().toList());
    }

    /** The lines below that prompt, up to the end of its block. */
    private static List<String> example(String prompt) throws IOException {
        return Files.readString(README)
                .lines()
                .dropWhile(line -> !line.equals(prompt))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }
}
