package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.init.FpuCall;
import dev.preemptcheck.kernel.init.FpuKernel.Program;
import dev.preemptcheck.scenario.FpuScenario;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Laws on the rows of S2, and on programs like theirs. */
final class FpuProperties {
    private static final Bounds BOUNDS = new Bounds(Size.QUICK.interrupts(), Size.QUICK.preemptions());

    /** Two programs that use the FPU and make the kernel use it: with FPU-4 each finds its own state, under every schedule. */
    @Property(tries = 200)
    void withTheReferenceNoProgramFindsAnythingButItsOwnState(
            @ForAll("programs") List<FpuCall> first,
            @ForAll("programs") List<FpuCall> second,
            @ForAll boolean live,
            @ForAll("processors") int processors) {
        KernelConfig config = new KernelConfig(KernelVersion.V2_4_10_PRE4, processors, true);
        FpuVariant variant = FpuVariant.FPU_4;
        Scenario scenario = new FpuScenario(
                "fpu/generated",
                config,
                variant,
                new Variant("FPU-4", variant.patch(), variant.summary()),
                List.of(new Program("a", 101, live, first), new Program("b", 102, false, second)));
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            assertThat(verdict).as(verdict.describe()).isInstanceOf(Verdict.Proved.class);
        }
    }

    /** L3: all reductions find what none finds. */
    @Property(tries = 40, generation = GenerationMode.EXHAUSTIVE)
    void reductionsLoseNoSignature(@ForAll("rows") CatalogueRow row) {
        Set<String> expected = signatures(row, Reduction.NONE);
        assertThat(signatures(row, Reduction.LOCAL)).as(row.name()).isEqualTo(expected);
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

    /** The rows on one processor; without reductions those on two take too long. */
    @Provide
    Arbitrary<CatalogueRow> rows() {
        return Arbitraries.of(Catalogue.rowsOf("S2").stream()
                .filter(row -> !row.config().smp())
                .toList());
    }

    /** Mostly one: two take ten times as long. */
    @Provide
    Arbitrary<Integer> processors() {
        return Arbitraries.frequency(Tuple.of(9, 1), Tuple.of(1, 2));
    }

    /** One to three pieces; a signal's handler is a piece, whole. */
    @Provide
    Arbitrary<List<FpuCall>> programs() {
        Arbitrary<List<FpuCall>> one = Arbitraries.of(FpuCall.class)
                .filter(call -> call != FpuCall.SIGNAL && call != FpuCall.SIGRETURN)
                .map(List::of);
        Arbitrary<List<FpuCall>> handler = Combinators.combine(one, one)
                .as((before, inside) ->
                        List.of(before.get(0), FpuCall.SIGNAL, inside.get(0), FpuCall.SIGRETURN, FpuCall.FSTP));
        return Arbitraries.frequencyOf(Tuple.of(5, one), Tuple.of(1, handler))
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(pieces -> pieces.stream().flatMap(List::stream).toList());
    }
}
