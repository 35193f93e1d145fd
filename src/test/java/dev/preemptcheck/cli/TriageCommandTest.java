package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.oops.KnownSeed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class TriageCommandTest {
    private static final String PRE4 = "2.4.10-pre4-preempt-highmem.log";
    private static final String SUMMARY = "7 oopses, 3 distinct signatures, 1 root cause";
    private static final KnownSeed SEED = new KnownSeed(
            "highmem-cow",
            "2.4.10-pre4",
            new Signature(
                    "D2",
                    "BUG-slot-busy(95)",
                    "include/asm/highmem.h:95",
                    List.of("do_wp_page", "handle_mm_fault", "do_page_fault")));

    @TempDir
    private Path dir = Path.of("set by JUnit");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void logIsTriagedWithStatusZero() throws IOException {
        assertThat(run(write("messages", log(PRE4)))).isZero();
        assertThat(lines()).contains(SUMMARY, "    seed:   highmem-cow (same kernel): preemptcheck replay highmem-cow");
        assertThat(lines()).allMatch(line -> line.length() <= 80 || line.contains(dir.toString()));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void gzipAndStandardInputGiveTheSameAnswer() throws IOException {
        assertThat(run(write("messages.gz", gzip(log(PRE4))))).isZero();
        assertThat(lines()).contains(SUMMARY);
        out.getBuffer().setLength(0);
        assertThat(run(new ByteArrayInputStream(log(PRE4)), "-")).isZero();
        assertThat(lines()).contains(SUMMARY).first().asString().startsWith("standard input: 118 lines");
        out.getBuffer().setLength(0);
        assertThat(run(new ByteArrayInputStream(gzip(log(PRE4))), "-")).isZero();
        assertThat(lines()).contains(SUMMARY);
    }

    @Test
    void severalLogsAreFoldedTogether() throws IOException {
        String pre4 = write("a", log(PRE4));
        String ac10 = write("b", log("2.4.9-ac10-preempt-highmem.log"));
        assertThat(run(pre4, ac10)).isZero();
        assertThat(lines()).contains("11 oopses, 6 distinct signatures, 1 root cause, 2 signatures of unknown cause");
    }

    @Test
    void allocationFailuresShowLinesAndRepeats() throws IOException {
        assertThat(run(write("alloc", log("2.4.10-pre4-alloc-failed.log")))).isZero();
        assertThat(lines())
                .contains(
                        "No oops found.",
                        "ALLOCATION FAILURES: 376 (+ 1 truncated), logged as 1 + 93, 1 truncated, 1 + 281");
    }

    @Test
    void unreadableInputIsOneComplaintAndStatusTwo() throws IOException {
        String missing = dir.resolve("missing").toString();
        assertThat(run(missing)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(missing + ": no such file; check the path, or use - for standard input");
        assertThat(run(dir.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(dir + ": is a directory, not a syslog; name the files in it, for example " + dir + "/messages");
        String plain = write("plain.gz", log(PRE4));
        assertThat(run(plain)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(plain + ": named .gz but not gzip, which starts with the bytes 1f 8b; drop .gz from its name, "
                + "or fetch the file again");
    }

    @Test
    void noFileAndStandardInputTwiceAreWrongUsage() {
        assertThat(run()).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("-", "-")).isEqualTo(ExitStatus.WRONG_USAGE);
    }

    @Test
    void damagedGzipIsTriagedUpToTheDamage() throws IOException {
        byte[] whole = gzip(log(PRE4));
        String cut = write("cut.gz", Arrays.copyOf(whole, whole.length / 2));
        assertThat(run(cut)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(flat()).contains("NOT READ TO ITS END");
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("what stood before is triaged", "gzip -t");
        err.getBuffer().setLength(0);
        String header = write("header.gz", Arrays.copyOf(whole, 5));
        assertThat(run(header)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(header + ": damaged gzip header; fetch the file again, or check it with: gzip -t " + header);
    }

    @Test
    void goodLogsAreTriagedBesideABadOne() throws IOException {
        String missing = dir.resolve("missing").toString();
        assertThat(run(write("messages", log(PRE4)), missing)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(lines()).contains(SUMMARY);
    }

    @Test
    void emptyAndBinaryInputsAreSaidToBeSo() throws IOException {
        assertThat(run(write("empty", new byte[0]))).isZero();
        assertThat(flat()).contains("empty, nothing to triage").contains("No oops found.");
        byte[] binary = new byte[10_000];
        for (int i = 0; i < binary.length; i++) {
            binary[i] = (byte) ((i * i) >> 3);
        }
        assertThat(run(write("binary", binary))).isZero();
        assertThat(flat()).contains("not a text file (it has NUL bytes) and no syslog line in it");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void logCutInMidRecordIsTriagedAndSaidToBeTruncated() throws IOException {
        byte[] whole = log(PRE4);
        assertThat(run(write("cut", Arrays.copyOf(whole, 700)))).isZero();
        assertThat(flat())
                .contains("warning: truncated: the log lacks Call Trace, Code warning: Stack has 2 of 24 words");
    }

    @Test
    void terminalControlCharactersDoNotReachTheOutput() throws IOException {
        String forged =
                new String(log(PRE4), StandardCharsets.UTF_8).replace("Process dhcpd", "Process \u001b[31md\u009bh");
        assertThat(run(write("forged", forged.getBytes(StandardCharsets.UTF_8))))
                .isZero();
        assertThat(out.toString())
                .contains("?[31md?h (2508)")
                .doesNotContain("\u001b")
                .doesNotContain("\u009b");
    }

    @Test
    void jsonHasRecordsSignaturesCausesAndMatches() throws IOException {
        assertThat(run("--json", write("messages", log(PRE4)))).isZero();
        JsonNode root = new ObjectMapper().readTree(out.toString());
        assertThat(root.fieldNames())
                .toIterable()
                .containsExactly(
                        "inputs",
                        "oopses",
                        "quotedCopies",
                        "unpairedBugLines",
                        "records",
                        "signatures",
                        "rootCauses",
                        "allocationFailures",
                        "messages",
                        "latencyTraces",
                        "limits",
                        "seedsCompared");
        assertThat(root.at("/records")).hasSize(7);
        assertThat(root.at("/records/1/process").asText()).isEqualTo("dhcpd");
        assertThat(root.at("/records/1/registers/esi").asText()).isEqualTo("c26c4fec");
        assertThat(root.at("/records/1/registers/cs").asText()).isEqualTo("0010");
        assertThat(root.at("/records/0/pageFrames/pte").asText()).isEqualTo("55d54065");
        assertThat(root.at("/records/0/warnings")).isEmpty();
        assertThat(root.at("/signatures/0/match/seeds/0/name").asText()).isEqualTo("highmem-cow");
        assertThat(root.at("/signatures/1/match/known").asBoolean(true)).isFalse();
        assertThat(root.at("/rootCauses/0/oopses").asInt()).isEqualTo(7);
    }

    private int run(String... args) {
        return run(InputStream.nullInputStream(), args);
    }

    private int run(InputStream standardInput, String... args) {
        return new CommandLine(new TriageCommand(() -> List.of(SEED), standardInput, () -> 120))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setParameterExceptionHandler(Complaints::wrongUsage)
                .execute(args);
    }

    private void assertComplaint(String message) {
        assertThat(err.toString().lines()).containsExactly("preemptcheck: " + message + " (see: triage --help)");
        err.getBuffer().setLength(0);
    }

    /** The output with its line breaks undone. */
    private String flat() {
        return out.toString().replaceAll("\\s+", " ");
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    private String write(String name, byte[] bytes) throws IOException {
        return Files.write(dir.resolve(name), bytes).toString();
    }

    private static byte[] log(String name) throws IOException {
        try (InputStream in = TriageCommandTest.class.getResourceAsStream("/logs/" + name)) {
            return in == null ? new byte[0] : in.readAllBytes();
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
