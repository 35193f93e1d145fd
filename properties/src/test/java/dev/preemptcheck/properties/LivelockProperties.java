package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.explore.LivelockMistake;
import dev.preemptcheck.hardware.Footprint.Reduction;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** L6: a search says that a program can livelock if and only if the graph of all its states does, under each reduction. */
final class LivelockProperties {
    private static final int ACTS_MAX = 7;
    private static final int STATES_MAX = 2_500;

    /** Programs from a fixed random seed that each mistake is tried on at most. */
    private static final int PROGRAMS_MAX = 3_000;

    @Property(tries = 400)
    void asTheGraphOfAllStatesSays(@ForAll("retrying") Program program) {
        boolean expected;
        try {
            expected = EndlessPaths.exist(program, STATES_MAX);
        } catch (BruteForce.TooLargeException tooLarge) {
            Assume.that(false);
            return;
        }
        for (Reduction reduction : Reduction.values()) {
            assertThat(LivelockMistake.NONE.finds(program, reduction))
                    .as("%s", reduction)
                    .isEqualTo(expected);
        }
    }

    @Example
    void eachMistakeIsRefuted() {
        for (LivelockMistake mistake : LivelockMistake.values()) {
            if (mistake != LivelockMistake.NONE) {
                assertThat(programsUntilRefuted(mistake))
                        .as("programs until %s was refuted", mistake)
                        .isLessThan(PROGRAMS_MAX);
            }
        }
    }

    private static int programsUntilRefuted(LivelockMistake mistake) {
        var generator = Programs.retrying(ACTS_MAX).generator(1000);
        Random random = new Random(List.of(LivelockMistake.values()).indexOf(mistake));
        int tried = 0;
        while (tried < PROGRAMS_MAX && !refutes(generator.next(random).value(), mistake)) {
            tried++;
        }
        return tried;
    }

    private static boolean refutes(Program program, LivelockMistake mistake) {
        try {
            return EndlessPaths.exist(program, STATES_MAX) != mistake.finds(program, Reduction.PRIVATE);
        } catch (BruteForce.TooLargeException tooLarge) {
            return false;
        }
    }

    @Provide
    Arbitrary<Program> retrying() {
        return Programs.retrying(ACTS_MAX);
    }
}
