package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final String SEARCH = "verify --size quick HM-0/UPP HM-1";
    private static final String REPLAY = "replay 2.4.10-pre4-kmap-slot-busy-anonymous";

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

    /** But for the first line, which names the JVM. */
    @Test
    void theSearchThatItShowsIsReal(@TempDir Path seeds) throws IOException {
        StringWriter out = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of(SEARCH.split(" ")));
        arguments.addAll(List.of("--seeds", seeds.toString()));
        int status = PreemptCheck.run(
                new PrintWriter(out, true), new PrintWriter(new StringWriter()), arguments.toArray(String[]::new));

        assertThat(status).isZero();
        assertThat(example("$ preemptcheck " + SEARCH).stream().skip(1))
                .containsExactlyElementsOf(out.toString()
                        .replace(seeds.toString(), ".preemptcheck/seeds")
                        .lines()
                        .skip(1)
                        .toList());
    }

    @Test
    void theLitmusTestThatItShowsIsReal() throws IOException {
        StringWriter out = new StringWriter();
        String file = Path.of("test", "resources", "litmus", "SB.litmus").toString();
        int status = PreemptCheck.run(
                new PrintWriter(out, true), new PrintWriter(out, true), "litmus", "--model", "sc", file);

        assertThat(status).isZero();
        assertThat(example("$ preemptcheck litmus --model sc SB.litmus"))
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
