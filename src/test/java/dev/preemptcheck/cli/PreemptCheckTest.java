package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PreemptCheckTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesToolJvmAndCarrier() {
        assertThat(run("--version")).isEqualTo(ExitStatus.AS_EXPECTED);
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        tool -> assertThat(tool).startsWith("preemptcheck "),
                        jvm -> assertThat(jvm).startsWith("java " + Runtime.version()),
                        carrier -> assertThat(carrier).startsWith("carrier "));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void missingCommandIsWrongUsageInOneLine() {
        assertThat(run()).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .containsExactly("preemptcheck: a command is missing (see: preemptcheck --help)");
    }

    @Test
    void unknownOptionIsWrongUsageInOneLine() {
        assertThat(run("--frobnicate")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .containsExactly("preemptcheck: Unknown option: '--frobnicate' (see: preemptcheck --help)");
    }

    @ParameterizedTest
    @CsvSource({
        "verfy,verify",
        "verify --siz=quick,--size",
        "litmus --modle x,--model",
        "replay --trac x,--trace",
        "triage --jsn x,--json",
        "show HM-0/UPP/DBG2,HM-0/UPP/DBG0",
        "show 2.4.10-pre4-kmap-slot-buzy-cow,2.4.10-pre4-kmap-slot-busy-cow",
        "verify HM-0/UPX,HM-0/UP"
    })
    void aMistypedNameIsAnsweredWithTheNearest(String arguments, String meant) {
        assertThat(run(arguments.split(" "))).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("; did you mean " + meant + "?"));
    }

    @Test
    void aFullHeapIsOneLineThatSaysHowToGetMore() {
        assertThat(Complaints.internalError(new PrintWriter(err, true), new OutOfMemoryError("Java heap space")))
                .isEqualTo(ExitStatus.INTERNAL_ERROR);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .matches("preemptcheck: out of memory: \\d+ MB of heap are full \\(Java heap space\\);"
                                + " give it more: JAVA_TOOL_OPTIONS=-Xmx\\d+m"));
    }

    @Test
    void aFullStackIsOneLineThatSaysHowToGetMore() {
        assertThat(Complaints.internalError(new PrintWriter(err, true), new StackOverflowError()))
                .isEqualTo(ExitStatus.INTERNAL_ERROR);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("preemptcheck: out of stack: ")
                        .endsWith("JAVA_TOOL_OPTIONS=-Xss16m"));
    }

    @Test
    void internalErrorIsOneLineAndItsOwnStatus() {
        IllegalStateException fault = new IllegalStateException("two\n  lines");
        assertThat(Complaints.internalError(new PrintWriter(err, true), fault)).isEqualTo(ExitStatus.INTERNAL_ERROR);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("preemptcheck: internal error: java.lang.IllegalStateException: two; lines at ")
                        .contains("PreemptCheckTest.java:"));
    }

    private int run(String... args) {
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
