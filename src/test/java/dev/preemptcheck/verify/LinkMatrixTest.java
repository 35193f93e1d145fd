package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.kbuild.BuildConfig;
import dev.preemptcheck.kernel.kbuild.CpuType;
import dev.preemptcheck.kernel.kbuild.KernelTree;
import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.scenario.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The matrix agrees with what was reported, and notices each fault that is planted in the kernel's table. */
final class LinkMatrixTest {
    @Test
    void everyCellIsAsExpected() {
        assertThat(LinkMatrix.rows())
                .hasSize(3 * 72)
                .allSatisfy(row ->
                        assertThat(row.check().agreement()).as(row.name()).isEqualTo(RowResult.Agreement.AS_EXPECTED));
    }

    /** Fact S3: one processor, preemption, and a type that has cmpxchg. */
    @Test
    void thePortFailsOnOneProcessorWithPreemptionUnlessItIsA386() {
        for (LinkRow row : LinkMatrix.rows()) {
            BuildConfig config = row.config();
            boolean fails = row.variant().id().endsWith("ported")
                    && !config.smp()
                    && config.preempt()
                    && config.cpu() != CpuType.M386;
            assertThat(row.check().link().succeeds()).as(row.name()).isNotEqualTo(fails);
        }
    }

    @Test
    void itFailsInTheFiveFunctionsOfTheReport() {
        Link link =
                row("PC-declock/link/ported/UPP/MPENTIUMIII/NOHIGHMEM").check().link();
        assertThat(link.undefined().stream().map(r -> r.object() + " " + r.function() + " " + r.symbol()))
                .containsExactly(
                        "kernel/kernel.o mmput atomic_dec_and_lock",
                        "kernel/kernel.o free_uid atomic_dec_and_lock",
                        "fs/fs.o kill_super atomic_dec_and_lock",
                        "fs/fs.o dput atomic_dec_and_lock",
                        "fs/fs.o iput atomic_dec_and_lock");
        assertThat(link.multiple()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ported/UPP/M386/NOHIGHMEM,lib/lib.a(dec_and_lock.o)",
        "ported/SMP/M386/NOHIGHMEM,lib/lib.a(dec_and_lock.o)",
        "ported/SMPP/M686/NOHIGHMEM,arch/i386/lib/lib.a(dec_and_lock.o)",
        "generic/UPP/M686/NOHIGHMEM,lib/lib.a(dec_and_lock.o)",
        "generic/SMPP/M686/NOHIGHMEM,arch/i386/lib/lib.a(dec_and_lock.o)",
        "macro/SMP/M386/NOHIGHMEM,lib/lib.a(dec_and_lock.o)"
    })
    void elsewhereItComesFromTheArchOrFromTheGenericObject(String name, String object) {
        assertThat(row("PC-declock/link/" + name).check().link().definedIn("atomic_dec_and_lock"))
                .containsExactly(object);
    }

    @ParameterizedTest
    @CsvSource({"macro/UP/M686", "macro/UPP/M686", "ported/UP/M686", "generic/UP/M386"})
    void whereItIsAMacroNobodyRefersToIt(String name) {
        Link link = row("PC-declock/link/" + name + "/NOHIGHMEM").check().link();
        assertThat(link.symbols()).doesNotContain("atomic_dec_and_lock");
        assertThat(link.definedIn("atomic_dec_and_lock")).isEmpty();
    }

    private static LinkRow row(String name) {
        return LinkMatrix.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    // ---- planted faults

    private static List<String> table() throws IOException {
        try (InputStream in = KernelTree.class.getResourceAsStream("symbols-2.4")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private static Stream<String> lines(Predicate<String> which) throws IOException {
        return table().stream().filter(which).distinct();
    }

    static Stream<String> definitions() throws IOException {
        return lines(line -> line.startsWith("define "));
    }

    static Stream<String> conditionalReferences() throws IOException {
        return lines(line -> line.startsWith("refer ") && line.contains(" if "));
    }

    /** The cells that differ from what is expected once that line of the table, wherever it stands, is replaced. */
    private static List<LinkResult> differing(String line, List<String> replacement) throws IOException {
        List<String> faulty = new ArrayList<>();
        table().forEach(l -> faulty.addAll(l.equals(line) ? replacement : List.of(l)));
        List<LinkResult> differing = new ArrayList<>();
        for (Variant variant : LinkMatrix.variants()) {
            KernelTree tree = KernelTree.parse(String.join("\n", faulty), variant.patch());
            LinkMatrix.rows().stream()
                    .filter(row -> row.variant().equals(variant))
                    .map(row ->
                            new LinkRow(row.systemId(), row.version(), variant, tree, row.config(), row.expectation()))
                    .map(LinkRow::check)
                    .filter(result -> result.agreement() == RowResult.Agreement.DIFFERS)
                    .forEach(differing::add);
        }
        return differing;
    }

    @Test
    void nothingDiffersAsLongAsNothingIsReplaced() throws IOException {
        assertThat(differing("", List.of())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void aDefinitionThatIsDroppedIsMissed(String line) throws IOException {
        String symbol = line.split("[ ,]", -1)[1];
        assertThat(differing(line, List.of()))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.link().errors()).contains("undefined(" + symbol + ")"));
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void aDefinitionInASecondObjectIsOneTooMany(String line) throws IOException {
        String symbol = line.split("[ ,]", -1)[1];
        String object = line.contains(" in fs/fs.o") ? "mm/mm.o" : "fs/fs.o";
        String again = line.replaceFirst(" in \\S+", " in " + object).replaceFirst(" if .*", "");
        boolean member = line.contains(".a(");
        List<LinkResult> differing = differing(line, List.of(line, again));
        if (member) {
            // the object takes the member's place, so that nothing is there twice; but where it was missing, it is
            // there now
            assertThat(differing).allMatch(result -> result.link().succeeds());
        } else {
            assertThat(differing)
                    .isNotEmpty()
                    .allSatisfy(result -> assertThat(result.link().errors()).contains("multiple(" + symbol + ")"));
        }
    }

    @ParameterizedTest
    @MethodSource("conditionalReferences")
    void aReferenceWhereThereIsAMacroIsNoticed(String line) throws IOException {
        String symbol = line.split("[ ,]", -1)[1];
        assertThat(differing(line, List.of(line.replaceFirst(" if .*", ""))))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.link().errors()).contains("undefined(" + symbol + ")"));
    }
}
