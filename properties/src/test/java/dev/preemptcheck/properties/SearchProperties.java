package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.EngineOutcomes;
import dev.preemptcheck.explore.Mistake;
import dev.preemptcheck.hardware.Footprint.Reduction;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple.Tuple2;

/** What a search says does not depend on names, and grows with its bounds. */
final class SearchProperties {

    /** L4. */
    @Property(tries = 150)
    void theOrderInWhichTasksAreCreatedDoesNotMatter(@ForAll("permuted") Tuple2<Program, List<Integer>> permuted) {
        Program program = permuted.get1();
        EngineOutcomes here = EngineOutcomes.of(program, Reduction.NONE);
        EngineOutcomes there = EngineOutcomes.of(
                new ProgramScenario(program, permuted.get2()), program.bounds(), Reduction.NONE, Mistake.NONE);
        assertThat(there.outcomes()).isEqualTo(here.outcomes());
        assertThat(there.states()).isEqualTo(here.states());
    }

    /** L5. */
    @Property(tries = 150)
    void moreBudgetLosesNoOutcome(
            @ForAll("programs") Program program, @ForAll Reduction reduction, @ForAll boolean interrupts) {
        Bounds bounds = program.bounds();
        Bounds more = interrupts
                ? new Bounds(bounds.interrupts() + 1, bounds.preemptions())
                : new Bounds(bounds.interrupts(), bounds.preemptions() + 1);
        Program larger = new Program(program.cpus(), program.scheduled(), program.tasks(), program.handlers(), more);
        assertThat(Outcomes.found(larger, reduction)).containsAll(Outcomes.found(program, reduction));
    }

    /** L3, and more of it in {@link OutcomeProperties}: programs too large for brute force. */
    @Property(tries = 40)
    void reductionsAgreeOnLargerPrograms(@ForAll("larger") Program program) {
        var fewest = Outcomes.kept(Outcomes.found(program, Reduction.LOCAL), Reduction.LOCAL);
        assertThat(fewest).isEqualTo(Outcomes.found(program, Reduction.PROTECTED));
        assertThat(fewest).isEqualTo(Outcomes.found(program, Reduction.PRIVATE));
        assertThat(fewest.stream().map(Outcome::reduced)).containsExactlyInAnyOrderElementsOf(fewest);
    }

    @Provide
    Arbitrary<Tuple2<Program, List<Integer>>> permuted() {
        return programs()
                .flatMap(program -> Arbitraries.shuffle(
                                IntStream.range(0, program.tasks().size())
                                        .boxed()
                                        .toList())
                        .map(order -> net.jqwik.api.Tuple.of(program, order)));
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.ofAtMost(5);
    }

    @Provide
    Arbitrary<Program> larger() {
        return Arbitraries.oneOf(List.of(Programs.pinned(12), Programs.scheduled(9)));
    }
}
