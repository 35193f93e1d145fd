package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Signature;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which seeds go with a log, and what they say of the root cause. */
final class SeedMatchTest {
    private static final List<String> WP = List.of("do_wp_page", "handle_mm_fault", "do_page_fault");
    private static final List<String> ANONYMOUS =
            List.of("do_anonymous_page", "do_no_page", "handle_mm_fault", "do_page_fault");
    private static final List<String> NOPAGE =
            List.of("filemap_nopage", "do_no_page", "handle_mm_fault", "do_page_fault");
    private static final String PLACE = "include/asm/highmem.h:95";

    @Test
    void seedsOfTheSameKernelArePreferred() {
        List<KnownSeed> seeds = List.of(
                seed("old", "2.4.9-ac10", "BUG-slot-busy(95)", PLACE, WP),
                seed("new", "2.4.10-pre4", "BUG-slot-busy(95)", PLACE, WP));
        assertThat(matchOf(Logs.PRE4, seeds, "do_wp_page").reproducing()).containsExactly(seeds.get(1));
        assertThat(matchOf(Logs.AC10, seeds, "do_wp_page").reproducing()).containsExactly(seeds.get(0));
    }

    @Test
    void seedOfAnotherKernelStillReproduces() {
        List<KnownSeed> seeds = List.of(seed("new", "2.4.10-pre8", "BUG-slot-busy(95)", PLACE, WP));
        SeedMatch match = matchOf(Logs.PRE4, seeds, "do_wp_page");
        assertThat(match.reproducing()).isEqualTo(seeds);
        assertThat(match.sameKernel()).isFalse();
    }

    @Test
    void seedOfAnotherPlaceDoesNotReproduce() {
        List<KnownSeed> seeds =
                List.of(seed("unmap", "2.4.10-pre4", "BUG-wrong-slot(113)", "include/asm/highmem.h:113", WP));
        SeedMatch match = matchOf(Logs.PRE4, seeds, "do_wp_page");
        assertThat(match.isKnown()).isFalse();
        assertThat(match.nearest()).isEqualTo(seeds.get(0));
    }

    @Test
    void seedThatIsNoBugDoesNotReproduceABug() {
        List<KnownSeed> seeds = List.of(seed("silent", "2.4.9-ac10", "WRONG-PAGE", "", WP));
        assertThat(matchOf(Logs.AC10, seeds, "do_wp_page").isKnown()).isFalse();
    }

    @Test
    void unknownOopsNamesTheSeedWithTheLongestCommonChain() {
        List<KnownSeed> seeds = List.of(
                seed("far", "2.4.10-pre4", "BUG", PLACE, List.of("filemap_nopage", "other")),
                seed("near", "2.4.9-ac10", "BUG", PLACE, List.of("filemap_nopage", "do_no_page", "other")));
        SeedMatch match = matchOf(Logs.PRE4, seeds, "filemap_nopage");
        assertThat(match.isKnown()).isFalse();
        assertThat(match.nearest()).isEqualTo(seeds.get(1));
        assertThat(match.commonChain()).containsExactly("filemap_nopage", "do_no_page");
        assertThat(matchOf(Logs.PRE4, seeds, "do_wp_page").nearest()).isNull();
    }

    @Test
    void seedsOfOneRuleFoldALogWithoutBugLinesIntoOneCause() {
        TriageReport report = Logs.triage(Logs.text(Logs.AC10), slotBusySeeds());
        assertThat(report.rootCauses()).singleElement().satisfies(cause -> {
            assertThat(cause.rule()).isEqualTo("D2 BUG-slot-busy(95)");
            assertThat(cause.signatures()).containsExactly(1, 2, 3);
            assertThat(cause.evidence())
                    .isEqualTo("no BUG line says where; the seeds that reproduce these 3 signatures break one rule: "
                            + "D2 BUG-slot-busy(95)");
        });
    }

    @Test
    void seedsOfDifferentRulesDoNotFold() {
        List<KnownSeed> seeds = List.of(
                seed("a", "2.4.9-ac10", "BUG-slot-busy(95)", PLACE, WP),
                seed("b", "2.4.9-ac10", "BUG-other", PLACE, NOPAGE));
        assertThat(Logs.triage(Logs.text(Logs.AC10), seeds).rootCauses()).hasSize(3);
    }

    @Test
    void bothLogsTogetherAreOneCauseThroughTheirSeeds() {
        TriageReport report = Logs.triage(Logs.text(Logs.PRE4) + "\n" + Logs.text(Logs.AC10), slotBusySeeds());
        assertThat(report.oopses()).isEqualTo(11);
        assertThat(report.signatures()).hasSize(6);
        assertThat(report.rootCauses()).hasSize(1);
    }

    @Test
    void placesAreComparedByFileTailAndLine() {
        assertThat(SourcePlace.same("include/asm/highmem.h:95", "/usr/src/linux-2.4.10-pre4/include/asm/highmem.h:95"))
                .isTrue();
        assertThat(SourcePlace.same("include/asm-i386/highmem.h:95", "include/asm/highmem.h:95"))
                .isTrue();
        assertThat(SourcePlace.same("include/asm/highmem.h:95", "highmem.h:96")).isFalse();
        assertThat(SourcePlace.same("asm/highmem.h:95", "asm/myhighmem.h:95")).isFalse();
        assertThat(SourcePlace.same("", "")).isFalse();
    }

    private static List<KnownSeed> slotBusySeeds() {
        List<KnownSeed> seeds = new ArrayList<>();
        for (String kernel : List.of("2.4.10-pre4", "2.4.9-ac10")) {
            for (List<String> chain : List.of(WP, ANONYMOUS, NOPAGE)) {
                seeds.add(seed(chain.get(0) + "-" + kernel, kernel, "BUG-slot-busy(95)", PLACE, chain));
            }
        }
        return seeds;
    }

    private static KnownSeed seed(String name, String kernel, String outcome, String place, List<String> chain) {
        return new KnownSeed(name, kernel, new Signature("D2", outcome, place, chain));
    }

    private static SeedMatch matchOf(String log, List<KnownSeed> seeds, String function) {
        return Logs.triage(Logs.text(log), seeds).signatures().stream()
                .filter(group -> group.first().function().equals(function))
                .findFirst()
                .orElseThrow()
                .match();
    }

    private static final String ATOMIC = """
            BUG: scheduling while atomic: ksoftirqd/0/0xffffff00/3
             [<c029dd88>] schedule+0xbdc/0xc2c (12)
             [<c029e6da>] cond_resched_softirq+0x64/0x78 (8)
             [<c0122f85>] ksoftirqd+0xcd/0x105 (8)
             [<c0132227>] kthread+0xbc/0xc1 (32)
            """;

    private static List<String> toldBy(String log, String rule, String outcome, String... chain) {
        KnownSeed seed = new KnownSeed("it", "2.6.9", new Signature(rule, outcome, "", List.of(chain)));
        return Logs.triage(log, List.of(seed)).messageSeeds().get(0).reproducing().stream()
                .map(KnownSeed::name)
                .toList();
    }

    @Test
    void messageNamesTheSeedWhoseChainItsOwnBeginsWith() {
        String outcome = "scheduling-while-atomic(ffffff00)";
        assertThat(toldBy(ATOMIC, "D9", outcome, "schedule", "cond_resched_softirq", "ksoftirqd"))
                .containsExactly("it");
        assertThat(toldBy(ATOMIC, "D9", outcome, "schedule", "cond_resched", "ksoftirqd"))
                .isEmpty();
        assertThat(toldBy(ATOMIC, "D9", outcome)).isEmpty();
    }

    @Test
    void messageDoesNotNameASeedOfAnotherRuleOrCount() {
        assertThat(toldBy(ATOMIC, "D10", "sleep-in-atomic(ffffff00)", "schedule"))
                .isEmpty();
        assertThat(toldBy(ATOMIC, "D9", "scheduling-while-atomic(00000001)", "schedule"))
                .isEmpty();
        assertThat(toldBy(
                        ATOMIC.replaceFirst(".*", "bad: scheduling while atomic!"),
                        "D9",
                        "scheduling-while-atomic(00000001)",
                        "schedule"))
                .containsExactly("it");
    }
}
