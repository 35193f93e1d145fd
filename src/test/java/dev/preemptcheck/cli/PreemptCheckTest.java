package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

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
