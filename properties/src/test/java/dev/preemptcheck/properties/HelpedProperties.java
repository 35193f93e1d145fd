package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.explore.EngineOutcomes;
import dev.preemptcheck.explore.Mistake;
import dev.preemptcheck.hardware.Footprint.Reduction;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** L8, for workers that share a search: what it reports does not depend on how many they are. */
final class HelpedProperties {
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void oneHelperChangesNothing(@ForAll("programs") Program program, @ForAll Reduction reduction) {
        changesNothing(program, reduction, 1);
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void sixHelpersChangeNothing(@ForAll("programs") Program program, @ForAll Reduction reduction) {
        changesNothing(program, reduction, 6);
    }

    private static void changesNothing(Program program, Reduction reduction, int helpers) {
        EngineOutcomes alone = EngineOutcomes.helped(program, reduction, Mistake.NONE, 0);
        EngineOutcomes helped = EngineOutcomes.helped(program, reduction, Mistake.NONE, helpers);
        assertThat(helped.findings()).isEqualTo(alone.findings());
        assertThat(Outcomes.kept(helped.outcomes(), reduction)).isEqualTo(Outcomes.kept(alone.outcomes(), reduction));
        assertThat(helped.states()).isEqualTo(alone.states());
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.ofAtMost(9);
    }
}
