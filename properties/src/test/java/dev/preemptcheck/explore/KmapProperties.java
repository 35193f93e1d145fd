package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws on the rows of S1. */
final class KmapProperties {
    private static final Bounds BOUNDS = new Bounds(Size.QUICK.interrupts(), Size.QUICK.preemptions());
    private static final Bounds RANDOM_BOUNDS = new Bounds(Size.STANDARD.interrupts(), Size.STANDARD.preemptions());
    private static final int RANDOM_RUNS = 200;

    /**
     * No random schedule refutes a safe row. Of the unsafe ones one run in five refutes the most robust (HM-0/SMPP/DBG0: 3,770
     * of 20,000), so each is refuted within {@value #RANDOM_RUNS} runs but for one case in 10^18; a fault as frequent in a safe
     * row is missed as seldom.
     */
    @Property(tries = 64)
    void randomSchedulesRefuteUnsafeRowsOnly(@ForAll("rowsWithSlots") CatalogueRow row, @ForAll long randomSeed) {
        try (Subject subject = new Subject(row.scenario(Size.STANDARD), Carrier.best())) {
            int runs = 0;
            while (runs < RANDOM_RUNS && !refutes(subject, new RandomArbiter(randomSeed + runs, RANDOM_BOUNDS))) {
                runs++;
            }
            assertThat(runs == RANDOM_RUNS)
                    .as(row.name())
                    .isEqualTo(row.expectation().safe());
        }
    }

    private static boolean refutes(Subject subject, RandomArbiter arbiter) {
        subject.run(arbiter, subject.footprint(Reduction.NONE), 0, null);
        return subject.failure() != null;
    }

    /** L3 on a kernel: all reductions find what fewer find, where that is feasible. */
    @Property(tries = 34, generation = net.jqwik.api.GenerationMode.EXHAUSTIVE)
    void reductionsLoseNoSignature(@ForAll("rows") CatalogueRow row) {
        Set<String> expected = signatures(row, row.config().smp() ? Reduction.PROTECTED : Reduction.NONE);
        assertThat(signatures(row, Reduction.LOCAL)).as(row.name()).isEqualTo(expected);
        assertThat(expected.isEmpty())
                .as(row.name())
                .isEqualTo(row.expectation().safe());
    }

    private static Set<String> signatures(CatalogueRow row, Reduction reduction) {
        try (Subject subject = new Subject(row.scenario(Size.QUICK), Carrier.best())) {
            Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.ALL.withReduction(reduction))
                    .explore(Progress.UNWATCHED);
            Set<String> signatures = new TreeSet<>();
            if (verdict instanceof Verdict.Refuted refuted) {
                refuted.findings().forEach(f -> signatures.add(f.signature().toString()));
            }
            return signatures;
        }
    }

    /** L9 and J: what all reductions find replays with none, minimised, twice, on both carriers, and from a file. */
    @Property(tries = 24, generation = net.jqwik.api.GenerationMode.EXHAUSTIVE)
    void aFindingReplaysMinimisedFromItsSeedOnBothCarriers(@ForAll("unsafeRows") CatalogueRow row)
            throws SeedFormatException {
        Scenario scenario = row.scenario(Size.QUICK);
        Seed seed;
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            Finding found = first(subject);
            Finding least = new Minimiser(subject, BOUNDS).minimise(found);
            assertThat(least.signature()).isEqualTo(found.signature());
            assertThat(least.schedule().size())
                    .isLessThanOrEqualTo(found.schedule().size());
            Recording recording = Recorder.record(subject, least.schedule());
            seed = new Seed(
                    scenario.name(),
                    row.config(),
                    row.variant().patch(),
                    least.signature(),
                    recording.trace(),
                    recording.schedule(),
                    recording.anchors());
            assertThat(SeedFormat.read("seed", SeedFormat.write(seed))).isEqualTo(seed);
            assertThat(replay(subject, seed)).isEqualTo(Replay.Result.EXACT);
            assertThat(replay(subject, seed)).isEqualTo(Replay.Result.EXACT);
        }
        try (Subject subject = new Subject(scenario, new ThreadCarrier())) {
            assertThat(replay(subject, seed)).isEqualTo(Replay.Result.EXACT);
        }
    }

    private static Finding first(Subject subject) {
        Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.FIRST).explore(Progress.UNWATCHED);
        if (!(verdict instanceof Verdict.Refuted refuted)) {
            throw new AssertionError(verdict.describe());
        }
        return refuted.findings().get(0);
    }

    private static Replay.Result replay(Subject subject, Seed seed) {
        Signature signature = seed.signature();
        return Replay.of(subject, seed.schedule(), seed.anchors(), signature, seed.trace())
                .result();
    }

    /** Those whose frequencies are known: all but HM-3. */
    @Provide
    Arbitrary<CatalogueRow> rowsWithSlots() {
        return Arbitraries.of(Catalogue.rowsOf("S1").stream()
                .filter(row -> row.system().scenario().equals("kmap"))
                .toList());
    }

    /** All but HM-3 on two processors: there are millions of states where tasks sleep and flush each other's TLBs. */
    @Provide
    Arbitrary<CatalogueRow> rows() {
        return Arbitraries.of(Catalogue.rowsOf("S1").stream()
                .filter(row ->
                        row.system().scenario().equals("kmap") || !row.config().smp())
                .toList());
    }

    @Provide
    Arbitrary<CatalogueRow> unsafeRows() {
        return Arbitraries.of(Catalogue.rowsOf("S1").stream()
                .filter(row -> !row.expectation().safe())
                .toList());
    }
}
