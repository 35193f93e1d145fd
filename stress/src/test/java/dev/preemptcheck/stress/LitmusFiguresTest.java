package dev.preemptcheck.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.MemoryModel;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The predicted sets against what is known of these tests: how many outcomes each has under SC, TSO and PSO, and under which
 * of them it shows the one that SC forbids.
 */
final class LitmusFiguresTest {

    /** One test: its outcomes under SC, TSO and PSO, and the outcome in question. */
    private record Figures(Class<? extends Litmus> lesson, int sc, int tso, int pso, String relaxed) {
        int of(MemoryModel model) {
            return switch (model) {
                case SC -> sc;
                case TSO -> tso;
                case PSO -> pso;
            };
        }
    }

    private static final List<Figures> KNOWN = List.of(
            new Figures(StoreBuffering_01_Plain.class, 3, 4, 4, "0, 0"),
            new Figures(StoreBuffering_02_Fenced.class, 3, 3, 3, "0, 0"),
            new Figures(MessagePassing_01_Plain.class, 3, 3, 4, "1, 0"),
            new Figures(MessagePassing_02_Fenced.class, 3, 3, 3, "1, 0"),
            new Figures(LoadBuffering_01_Plain.class, 3, 3, 3, "1, 1"),
            new Figures(LoadBuffering_02_Fenced.class, 3, 3, 3, "1, 1"),
            new Figures(ReadAfterWrites_01_Plain.class, 3, 4, 4, "0, 2"),
            new Figures(ReadAfterWrites_02_Fenced.class, 3, 3, 3, "0, 2"),
            new Figures(StoreAfterRead_01_Plain.class, 3, 3, 4, "1, 2"),
            new Figures(StoreAfterRead_02_Fenced.class, 3, 3, 3, "1, 2"),
            new Figures(TwoPlusTwoWrites_01_Plain.class, 3, 3, 4, "1, 1"),
            new Figures(TwoPlusTwoWrites_02_Fenced.class, 3, 3, 3, "1, 1"),
            new Figures(CoherentReads_01_Plain.class, 3, 3, 3, "1, 0"),
            new Figures(CoherentReads_02_Fenced.class, 3, 3, 3, "1, 0"));

    @TestFactory
    Stream<DynamicTest> outcomesAreAsManyAsIsKnownAndAFourthIsTheRelaxedOne() {
        return KNOWN.stream()
                .flatMap(known -> Stream.of(MemoryModel.values())
                        .map(model -> DynamicTest.dynamicTest(known.lesson().getSimpleName() + " " + model.id(), () -> {
                            SortedSet<String> outcomes = LitmusModel.outcomes(known.lesson(), model);
                            assertThat(outcomes).hasSize(known.of(model));
                            assertThat(outcomes.contains(known.relaxed())).isEqualTo(known.of(model) > 3);
                        })));
    }

    /** A stronger model shows nothing that a weaker one does not. */
    @TestFactory
    Stream<DynamicTest> eachModelAllowsWhatTheStrongerOneAllows() {
        return KNOWN.stream()
                .map(Figures::lesson)
                .map(lesson -> DynamicTest.dynamicTest(lesson.getSimpleName(), () -> {
                    SortedSet<String> tso = LitmusModel.outcomes(lesson, MemoryModel.TSO);
                    assertThat(tso).containsAll(LitmusModel.outcomes(lesson, MemoryModel.SC));
                    assertThat(LitmusModel.outcomes(lesson, MemoryModel.PSO)).containsAll(tso);
                }));
    }
}
