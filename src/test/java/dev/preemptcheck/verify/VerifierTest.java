package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class VerifierTest {
    private static final Expectation OPEN = new Expectation(Expectation.Answer.OPEN, List.of());

    @TempDir
    private Path folder = Path.of("");

    private static CatalogueRow row(String name) {
        return Catalogue.rowsOf("S1").stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private RowResult verify(CatalogueRow row, boolean all, long executionsMax) {
        return verify(row, Size.QUICK, all, executionsMax);
    }

    private RowResult verify(CatalogueRow row, Size size, boolean all, long executionsMax) {
        Verifier.Options options =
                new Verifier.Options(size, all, executionsMax, Long.MAX_VALUE, folder, Carrier::best);
        return new Verifier(options).verify(row, Progress.UNWATCHED);
    }

    @Test
    void aSafeRowIsProvedAndLeavesNoSeed() {
        RowResult result = verify(row("HM-4/UPP/DBG1"), true, Long.MAX_VALUE);
        assertThat(result.verdict()).isInstanceOf(Verdict.Proved.class);
        assertThat(result.agreement()).isEqualTo(RowResult.Agreement.AS_EXPECTED);
        assertThat(folder).isEmptyDirectory();
    }

    static List<String> unsafeRows() {
        return Catalogue.rowsOf("S1").stream()
                .filter(row -> !row.expectation().safe())
                .map(CatalogueRow::name)
                .toList();
    }

    /** HM-3 on two processors has millions of executions after those that break a rule. */
    private static final long ENOUGH_EXECUTIONS = 50_000;

    @ParameterizedTest
    @MethodSource("unsafeRows")
    void whatTheTableNamesIsFoundAndEveryFindingHasASeedThatReplaysExactly(String name)
            throws IOException, SeedFormatException {
        RowResult result = verify(row(name), true, ENOUGH_EXECUTIONS);
        assertThat(result.agreement()).isEqualTo(RowResult.Agreement.AS_EXPECTED);
        assertThat(result.missing()).isEmpty();
        assertThat(result.findings()).isNotEmpty();
        assertThat(result.findings().stream().map(RowResult.Saved::seed)).doesNotHaveDuplicates();
        for (RowResult.Saved saved : result.findings()) {
            Seed seed = SeedShelf.load(saved.seed().toString());
            Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            try (Subject subject = new Subject(scenario, Carrier.best())) {
                Replay replay = Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
                assertThat(replay.result()).as(saved.signature().toString()).isEqualTo(Replay.Result.EXACT);
            }
        }
    }

    @Test
    void anAnswerThatIsNotExpectedDiffers() {
        CatalogueRow safe = row("HM-4/UPP/DBG1");
        CatalogueRow expectedUnsafe =
                new CatalogueRow(safe.system(), safe.variant(), safe.config(), Expectation.unsafe(List.of("D2")));
        assertThat(verify(expectedUnsafe, false, Long.MAX_VALUE).agreement()).isEqualTo(RowResult.Agreement.DIFFERS);
        CatalogueRow unsafe = row("HM-0/UPP/DBG1");
        CatalogueRow expectedSafe =
                new CatalogueRow(unsafe.system(), unsafe.variant(), unsafe.config(), Expectation.SAFE);
        assertThat(verify(expectedSafe, false, Long.MAX_VALUE).agreement()).isEqualTo(RowResult.Agreement.DIFFERS);
    }

    /** The table tells what the bounds of standard let happen; smaller ones may leave some of it out. */
    @ParameterizedTest
    @CsvSource({"QUICK,UNDECIDED", "STANDARD,DIFFERS"})
    void aViolationThatIsNotFoundIsMissing(Size size, RowResult.Agreement agreement) {
        CatalogueRow unsafe = row("HM-0/UPP/DBG1");
        CatalogueRow more = new CatalogueRow(
                unsafe.system(), unsafe.variant(), unsafe.config(), Expectation.unsafe(List.of("D2", "D7:never")));
        RowResult result = verify(more, size, true, Long.MAX_VALUE);
        assertThat(result.agreement()).isEqualTo(agreement);
        assertThat(result.missing()).containsExactly("D7:never");
    }

    private static CatalogueRow rowOf(Variant variant, Expectation expected) {
        SoftirqLikeSystem system = new SoftirqLikeSystem();
        return new CatalogueRow(system, variant, system.configs().get(1), expected);
    }

    @Test
    void whatNobodyKnowsAgreesWithAnyDecisionAndARefutationHasItsSeed() throws IOException, SeedFormatException {
        RowResult proved = verify(rowOf(SoftirqLikeSystem.LOCKED, OPEN), true, Long.MAX_VALUE);
        assertThat(proved.verdict()).isInstanceOf(Verdict.Proved.class);
        assertThat(proved.agreement()).isEqualTo(RowResult.Agreement.AS_EXPECTED);
        RowResult refuted = verify(rowOf(SoftirqLikeSystem.TORN, OPEN), true, Long.MAX_VALUE);
        assertThat(refuted.verdict()).isInstanceOf(Verdict.Refuted.class);
        assertThat(refuted.agreement()).isEqualTo(RowResult.Agreement.AS_EXPECTED);
        Path file = refuted.findings().get(0).seed();
        assertThat(file.getFileName().toString())
                .startsWith("2.6.9-rc1-VP-Q8-quick-X-0-torn-SMPP-SP1-irq_exit-BUG-BUG-lost-update");
        Seed seed = SeedShelf.load(file.toString());
        assertThat(seed.scenario()).isEqualTo("x-irq-exit/quick");
        assertThat(seed.config().softirqThreads()).isTrue();
    }

    @Test
    void whatNobodyKnowsStaysUndecidedIfItIsGivenUp() {
        assertThat(verify(rowOf(SoftirqLikeSystem.LOCKED, OPEN), false, 2).agreement())
                .isEqualTo(RowResult.Agreement.UNDECIDED);
    }

    @Test
    void aRowThatIsGivenUpIsUndecided() {
        assertThat(verify(row("HM-4/UPP/DBG1"), false, 2).agreement()).isEqualTo(RowResult.Agreement.UNDECIDED);
    }

    @Test
    void seedsThatCantBeWrittenEndTheRow() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Verifier.Options options =
                new Verifier.Options(Size.QUICK, false, Long.MAX_VALUE, Long.MAX_VALUE, file, Carrier::best);
        assertThatThrownBy(() -> new Verifier(options).verify(row("HM-0/UPP/DBG1"), Progress.UNWATCHED))
                .isInstanceOf(UncheckedIOException.class);
    }
}
