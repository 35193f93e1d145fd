package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.oops.KnownSeed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The whole text of a triage, held by golden files. {@code mvn -pl src test -Dtest=TriageGoldenTest -Dgolden.refresh=true} writes
 * them anew; read them before they are committed.
 */
final class TriageGoldenTest {
    private static final Path GOLDEN = Path.of("test", "resources", "golden", "triage");

    @ParameterizedTest
    @CsvSource({
        "2.4.10-pre4-preempt-highmem.log,true",
        "2.4.10-pre4-preempt-highmem.log,false",
        "2.4.9-ac10-preempt-highmem.log,true",
        "2.4.9-ac10-preempt-highmem.log,false",
        "2.4.10-pre4-alloc-failed.log,true",
        "2.6.9-rc1-VP-Q5-latency-mail.txt,true",
        "2.6.9-rc1-VP-Q8-receive-path.txt,true",
        "2.6.9-rc4-mm1-RT-U9-latency-mail.txt,true",
        "2.6.9-rc4-mm1-RT-U9-atomic-underflow.log,true"
    })
    void textIsTheGoldenOne(String log, boolean withSeeds) throws IOException {
        Path golden = GOLDEN.resolve(log.replaceFirst("[.](log|txt)$", withSeeds ? "" : "-without-seeds") + ".txt");
        String text = triage(log, withSeeds ? seeds() : List.of());
        if (Boolean.getBoolean("golden.refresh")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    private static String triage(String log, List<KnownSeed> seeds) throws IOException {
        StringWriter out = new StringWriter();
        try (InputStream in = TriageGoldenTest.class.getResourceAsStream("/logs/" + log)) {
            byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
            int status = new CommandLine(new TriageCommand(() -> seeds, new ByteArrayInputStream(bytes), () -> 120))
                    .setOut(new PrintWriter(out, true))
                    .execute("-");
            assertThat(status).isZero();
        }
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    private static List<KnownSeed> seeds() {
        List<String> below = List.of("do_no_page", "handle_mm_fault", "do_page_fault");
        List<KnownSeed> seeds = new ArrayList<>();
        for (String kernel : List.of("2.4.10-pre4", "2.4.9-ac10")) {
            seeds.add(seed("cow-" + kernel, kernel, "do_wp_page", below.subList(1, 3)));
            seeds.add(seed("zero-" + kernel, kernel, "do_anonymous_page", below));
            seeds.add(seed("file-" + kernel, kernel, "filemap_nopage", below));
        }
        return seeds;
    }

    private static KnownSeed seed(String name, String kernel, String function, List<String> below) {
        List<String> chain = new ArrayList<>(List.of(function));
        chain.addAll(below);
        return new KnownSeed(name, kernel, new Signature("D2", "BUG-slot-busy(95)", "include/asm/highmem.h:95", chain));
    }
}
