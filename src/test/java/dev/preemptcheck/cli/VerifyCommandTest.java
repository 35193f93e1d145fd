package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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

/** What {@code verify} answers by its status, its files and its one line of complaint. */
final class VerifyCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--executions 0",
                "--executions -1",
                "--executions many",
                "--jobs 0",
                "--carrier bogus",
                "--size huge",
                "--kernel 2.6.9",
                "HM-7",
                "--system S98",
                "--axis UPX",
                "--axis SP1",
                "--kernel 2.6.9-rc1-VP-Q8",
                "--json /nowhere/x.json",
                "--seeds /dev/null/x"
            })
    void badInputIsOneLineBeforeAnythingIsSearched(String wrong) {
        assertThat(verify("--size quick HM-0/UPP " + wrong)).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
    }

    /** Root may write anywhere, so it meets this only where the file system itself refuses. */
    @Test
    void seedsThatCanNotBeWrittenAreFoundOutBeforeTheSearch() {
        Path unwritable = Path.of("/proc/self");
        assumeThat(Files.isDirectory(unwritable) && !Files.isWritable(unwritable))
                .isTrue();
        assertThat(verify("--size quick HM-0/UPP --seeds " + unwritable)).isEqualTo(2);
        assertThat(err.toString()).contains("/proc/self: no seed can be written there");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void whatIsFoundIsOnDiskAndInTheJson() throws IOException {
        Path json = folder.resolve("x.json");
        assertThat(verify("--size quick HM-0/UPP HM-4/UPP/DBG1 --json " + json)).isZero();
        assertThat(out.toString()).contains("3 rows: 3 as expected, 0 differ, 0 undecided; 1 proved, 2 refuted");
        assertThat(Files.readString(json)).contains("\"row\" : \"HM-0/UPP/DBG1\"", "\"verdict\" : \"proved\"");
        assertThat(folder.resolve("2.4.10-pre4-quick-HM-0-UPP-DBG1-D2-BUG-slot-busy-95-do_anonymous_page.seed"))
                .exists();
    }

    @Test
    void rowsAreChosenBySystemAndAxis() {
        assertThat(verify("--size quick --system S1 --axis UPP,DBG1 HM-0 HM-4")).isZero();
        assertThat(out.toString()).contains("verify: 2 rows of S1", "HM-0/UPP/DBG1", "HM-4/UPP/DBG1");
    }

    @Test
    void aKernelIsLinkedWhereItsRowIsAskedFor() throws IOException {
        Path json = folder.resolve("x.json");
        assertThat(verify("PC-declock/link/ported/UPP/MPENTIUMIII/NOHIGHMEM --json " + json))
                .isZero();
        assertThat(out.toString().lines())
                .startsWith(
                        "link: 1 configuration of S3, kernel 2.4.10-pre4",
                        "PC-declock/link/ported/UPP as expected does not link: MPENTIUMIII with NOHIGHMEM",
                        "    kernel/kernel.o: In function `mmput':",
                        "    kernel/kernel.o(.text+0x????): undefined reference to `atomic_dec_and_lock'")
                .endsWith(
                        "    make: *** [vmlinux] Error 1",
                        "1 configuration: 1 as expected, 0 differ; 0 link, 1 does not");
        assertThat(Files.readString(json))
                .contains(
                        "\"rows\" : [ ]",
                        "\"row\" : \"PC-declock/link/ported/UPP/MPENTIUMIII/NOHIGHMEM\"",
                        "\"links\" : false",
                        "\"function\" : \"free_uid\"",
                        "kernel/kernel.o: In function `mmput':");
    }

    @Test
    void theMatrixIsChosenLikeOtherRows() {
        assertThat(verify("--size quick PC-declock --axis UPP")).isZero();
        assertThat(out.toString())
                .contains("link: 54 configurations", "verify: 2 rows of S3")
                .contains("2 rows: 2 as expected");
        out.getBuffer().setLength(0);
        assertThat(verify("--size quick --system S3 --axis UP,M386 PC-declock")).isZero();
        assertThat(out.toString()).contains("link: 9 configurations").doesNotContain("rows");
        out.getBuffer().setLength(0);
        assertThat(verify("--size quick PC-declock/real/UP")).isZero();
        assertThat(out.toString()).doesNotContain("link");
    }

    @Test
    void aSearchThatIsGivenUpIsStatus3() {
        assertThat(verify("--size quick HM-4/UPP/DBG1 --executions 1")).isEqualTo(3);
        assertThat(out.toString()).contains("UNDECIDED", "after 1 executions", "1 row: 0 as expected");
    }

    private int verify(String arguments) {
        List<String> all = new ArrayList<>(List.of("verify", "--seeds", folder.toString()));
        if (arguments.contains("--seeds")) {
            all.subList(1, 3).clear();
        }
        all.addAll(List.of(arguments.split(" ")));
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
    }
}
