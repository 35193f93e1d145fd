package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.kbuild.KernelTree;
import dev.preemptcheck.verify.LinkMatrix;
import dev.preemptcheck.verify.LinkResult;
import dev.preemptcheck.verify.LinkRow;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What is said of kernels that link, or don't, and were not expected to. */
final class LinkTextTest {
    private final StringWriter out = new StringWriter();

    /** Cells as they are expected, of another kernel. */
    private static List<LinkResult> of(String table, Predicate<LinkRow> which) {
        KernelTree tree = KernelTree.parse("object kernel.o\nobject fs.o\n" + table + "patch none\n", "none");
        return LinkMatrix.rows().stream()
                .filter(which)
                .map(row -> new LinkRow(
                        row.systemId(), row.version(), row.variant(), tree, row.config(), row.expectation()))
                .map(LinkRow::check)
                .toList();
    }

    private List<String> print(List<LinkResult> results) {
        new LinkText(new PrintWriter(out, true), Terminal.find()).print(results);
        return out.toString().lines().toList();
    }

    private static boolean isMacroOnUp(LinkRow row) {
        return row.name().startsWith("PC-declock/link/macro/UP/");
    }

    @Test
    void anErrorThatNobodyExpectedIsADifferenceAndItsStatus1() {
        List<LinkResult> results =
                of("refer kmap_high from fs.o copy_strings if HIGHMEM4G\n", LinkTextTest::isMacroOnUp);
        assertThat(print(results))
                .containsExactly(
                        "link: 18 configurations of S3, kernel 2.4.10-pre4",
                        "PC-declock/link/macro/UP as expected links: M386 M486 M586 M686 MPENTIUMIII MK7 with"
                                + " NOHIGHMEM HIGHMEM64G",
                        "PC-declock/link/macro/UP DIFFERS     does not link: M386 M486 M586 M686 MPENTIUMIII MK7 with"
                                + " HIGHMEM4G",
                        "    fs.o: In function `copy_strings':",
                        "    fs.o(.text+0x????): undefined reference to `kmap_high'",
                        "    make: *** [vmlinux] Error 1",
                        "    expected: SAFE",
                        "18 configurations: 12 as expected, 6 differ; 12 link, 6 do not");
        assertThat(VerifyCommand.status(List.of(), results)).isEqualTo(ExitStatus.DIFFERS);
    }

    @Test
    void anErrorThatIsMissingIsOneToo() {
        List<LinkResult> results = of("", row -> row.name().equals("PC-declock/link/ported/UPP/MK7/HIGHMEM4G"));
        assertThat(print(results))
                .contains(
                        "PC-declock/link/ported/UPP DIFFERS     links: MK7 with HIGHMEM4G",
                        "    expected: UNSAFE LD:undefined(atomic_dec_and_lock)",
                        "1 configuration: 0 as expected, 1 differ; 1 links, 0 do not");
        assertThat(VerifyCommand.status(List.of(), results)).isEqualTo(ExitStatus.DIFFERS);
    }

    @Test
    void theErrorThatWasExpectedIsNone() {
        List<LinkResult> results = of(
                "refer atomic_dec_and_lock from fs.o dput\n",
                row -> row.name().equals("PC-declock/link/ported/UPP/MK7/HIGHMEM4G"));
        assertThat(print(results)).noneMatch(line -> line.contains("DIFFERS"));
        assertThat(VerifyCommand.status(List.of(), results)).isEqualTo(ExitStatus.AS_EXPECTED);
    }

    @Test
    void oneErrorMoreIsNot() {
        List<LinkResult> results = of(
                "refer atomic_dec_and_lock,kmap_high from fs.o dput\n",
                row -> row.name().equals("PC-declock/link/ported/UPP/MK7/HIGHMEM4G"));
        assertThat(VerifyCommand.status(List.of(), results)).isEqualTo(ExitStatus.DIFFERS);
    }

    @Test
    void configurationsThatAreNoProductAreNamedOneByOne() {
        assertThat(print(of(
                        "refer kmap_high from fs.o copy_strings if HIGHMEM4G & MK7 | HIGHMEM64G & M386\n",
                        LinkTextTest::isMacroOnUp)))
                .contains("PC-declock/link/macro/UP DIFFERS     does not link: M386/HIGHMEM64G MK7/HIGHMEM4G");
    }

    @Test
    void nothingIsSaidWhereNoneWasAskedFor() {
        assertThat(print(List.of())).isEmpty();
    }
}
