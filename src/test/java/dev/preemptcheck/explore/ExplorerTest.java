package dev.preemptcheck.explore;

import static dev.preemptcheck.kernel.asm.KmapVariant.HM_0;
import static dev.preemptcheck.kernel.asm.KmapVariant.HM_1;
import static dev.preemptcheck.kernel.asm.KmapVariant.HM_2;
import static dev.preemptcheck.kernel.asm.KmapVariant.HM_4;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.KmapPrograms;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ExplorerTest {
    private static final Path GOLDEN = Path.of("test", "resources", "golden", "explore", "states.txt");
    private static final Bounds QUICK = new Bounds(1, 2);

    private static Verdict explore(Scenario scenario, Bounds bounds, SearchOptions options) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return new Explorer(subject, bounds, options).explore(Progress.UNWATCHED);
        }
    }

    private static SearchOptions all(Reduction reduction) {
        return SearchOptions.ALL.withReduction(reduction);
    }

    private static Set<String> signatures(Verdict verdict) {
        Set<String> signatures = new TreeSet<>();
        if (verdict instanceof Verdict.Refuted refuted) {
            refuted.findings().stream()
                    .map(Finding::signature)
                    .map(Signature::toString)
                    .forEach(signatures::add);
        }
        return signatures;
    }

    /** {@code -Dgolden.refresh=true} counts anew. */
    @Test
    void distinctStatesWithoutReductionAreTheGoldenOnes() throws IOException {
        StringBuilder counts =
                new StringBuilder("# distinct states of kmap/quick, no reduction, 1 interrupt, 2 preemptions\n");
        for (KmapScenario scenario : List.of(
                Kernels.scenario(HM_0, "UP", true, Size.QUICK),
                Kernels.scenario(HM_1, "UPP", true, Size.QUICK),
                Kernels.scenario(HM_4, "UPP", false, Size.QUICK))) {
            Verdict verdict = explore(scenario, QUICK, all(Reduction.NONE));
            assertThat(verdict).isInstanceOf(Verdict.Proved.class);
            counts.append(scenario.variant().id())
                    .append('/')
                    .append(scenario.config().axis())
                    .append(scenario.config().highmemDebug() ? "/DBG1 " : "/DBG0 ")
                    .append(((Verdict.Proved) verdict).states())
                    .append('\n');
        }
        if (Boolean.getBoolean("golden.refresh")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, counts);
        }
        assertThat(counts.toString()).isEqualTo(Files.readString(GOLDEN));
    }

    @ParameterizedTest
    @EnumSource(names = {"PRIVATE", "PROTECTED", "LOCAL"})
    void noReductionLosesASignature(Reduction reduction) {
        KmapScenario scenario = Kernels.scenario(HM_2, "UPP", true, Size.QUICK);
        Set<String> complete = signatures(explore(scenario, QUICK, all(Reduction.NONE)));
        assertThat(complete).isNotEmpty();
        assertThat(signatures(explore(scenario, QUICK, all(reduction)))).isEqualTo(complete);
    }

    @Test
    void aSearchThatIsGivenUpIsUndecided() {
        Verdict verdict = explore(
                Kernels.scenario(HM_4, "UPP", true, Size.QUICK), QUICK, SearchOptions.FIRST.withExecutionsMax(3));
        assertThat(verdict).isInstanceOf(Verdict.Open.class);
        assertThat(verdict.executions()).isEqualTo(3);
        assertThat(verdict.describe()).startsWith("undecided");
    }

    @Test
    void whatIsGivenUpSoLongAfterItsFirstFindingIsOtherwiseSearchedToTheEnd() {
        SearchOptions nothingMore = SearchOptions.ALL.withMoreMax(0);
        assertThat(explore(Kernels.scenario(HM_0, "UPP", true, Size.QUICK), QUICK, nothingMore))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class, r -> assertThat(r.extent()).isEqualTo(Verdict.Extent.LIMIT));
        assertThat(explore(Kernels.scenario(HM_4, "UPP", true, Size.QUICK), QUICK, nothingMore))
                .isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void aSearchThatIsGivenUpWithFindingsIsRefutedButNotComplete() {
        Verdict verdict = explore(
                Kernels.scenario(HM_0, "UPP", true, Size.QUICK), QUICK, SearchOptions.ALL.withExecutionsMax(60));
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class, r -> assertThat(r.extent()).isEqualTo(Verdict.Extent.LIMIT));
    }

    @Test
    void theReportedCollisionIsFoundAtOnceAndIsSmall() {
        Bounds bounds = new Bounds(Size.STANDARD.interrupts(), Size.STANDARD.preemptions());
        try (Subject subject = new Subject(Kernels.scenario(HM_0, "UPP", true, Size.STANDARD), Carrier.best())) {
            Verdict verdict = new Explorer(subject, bounds, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            assertThat(verdict).isInstanceOf(Verdict.Refuted.class);
            Verdict.Refuted refuted = (Verdict.Refuted) verdict;
            assertThat(refuted.executionsToFirst()).isBetween(1L, 100L);
            Finding least =
                    new Minimiser(subject, bounds).minimise(refuted.findings().get(0));
            assertThat(least.signature().violation()).isEqualTo("D2:BUG-slot-busy(95)");
            assertThat(least.schedule().size()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void hazardsNeedNoSecondTask() {
        Bounds nothing = new Bounds(0, 0);
        assertThat(signatures(explore(
                        Kernels.scenario(HM_0, "UPP", true, KmapPrograms.touch(1, 1)), nothing, SearchOptions.ALL)))
                .anyMatch(s -> s.startsWith("D2:window"));
        assertThat(signatures(explore(
                        Kernels.scenario(HM_2, "SMPP", true, KmapPrograms.touch(1, 1)), nothing, SearchOptions.ALL)))
                .anyMatch(s -> s.startsWith("D2:window"))
                .anyMatch(s -> s.startsWith("D4"));
        assertThat(signatures(explore(
                        Kernels.scenario(HM_4, "SMPP", true, KmapPrograms.touch(1, 1)), nothing, SearchOptions.ALL)))
                .isEmpty();
    }

    @Test
    void aProofSaysWhetherItsBoundsCutAnythingOff() {
        KmapScenario scenario = Kernels.scenario(HM_4, "UPP", true, KmapPrograms.touch(2, 1));
        assertThat(explore(scenario, new Bounds(0, 0), SearchOptions.ALL))
                .isInstanceOfSatisfying(
                        Verdict.Proved.class, p -> assertThat(p.cut()).isTrue());
    }

    @Test
    void searchingTwiceGivesTheSameAnswer() {
        KmapScenario scenario = Kernels.scenario(HM_2, "UPP", true, Size.QUICK);
        assertThat(explore(scenario, QUICK, SearchOptions.ALL)).isEqualTo(explore(scenario, QUICK, SearchOptions.ALL));
    }
}
