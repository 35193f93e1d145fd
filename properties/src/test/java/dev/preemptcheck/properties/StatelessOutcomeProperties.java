package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.explore.StatelessOutcomes;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** L1 for the search without states: runs end in the ways in which they do in the interpreter that visits every state. */
final class StatelessOutcomeProperties {
    private static final int STATES_MAX = 3_000;

    @Property
    void ofTasksThatNothingInterrupts(@ForAll("uninterrupted") Program program) {
        assertThat(StatelessOutcomes.of(program).outcomes()).as("%s", program).isEqualTo(exact(program));
    }

    @Property(tries = 300)
    void ofTasksThatShareATranslatedPage(@ForAll("translating") Program program) {
        assertThat(StatelessOutcomes.of(program).outcomes()).as("%s", program).isEqualTo(exact(program));
    }

    private static Set<Outcome> exact(Program program) {
        try {
            return BruteForce.outcomes(program, STATES_MAX);
        } catch (BruteForce.TooLargeException e) {
            Assume.that(false);
            throw e;
        }
    }

    @Provide
    Arbitrary<Program> uninterrupted() {
        return Programs.uninterrupted(10);
    }

    @Provide
    Arbitrary<Program> translating() {
        return Programs.uninterruptedTranslating(7);
    }
}
