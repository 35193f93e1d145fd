package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.explore.Mistake;
import dev.preemptcheck.hardware.Footprint.Reduction;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * L1 is worth something only if it fails on searches that make a mistake. Each known one is refuted by a known
 * counterexample, or within {@value #PROGRAMS_MAX} programs from a fixed random seed.
 */
final class MistakeTest {
    private static final int PROGRAMS_MAX = 20_000;
    private static final int STATES_MAX = 10_000;
    private static final int ACTS_MAX = 9;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isRefuted(Mistake mistake) {
        JqwikSession.run(() -> assertThat(programsUntilRefuted(mistake))
                .as("programs until %s was refuted", mistake)
                .isLessThan(PROGRAMS_MAX));
    }

    private static int programsUntilRefuted(Mistake mistake) {
        Arbitrary<Program> programs = Programs.ofAtMost(ACTS_MAX);
        Random random = new Random(List.of(Mistake.values()).indexOf(mistake));
        var generator = programs.generator(1000);
        int tried = 0;
        if (CounterexampleTest.programs().stream().anyMatch(program -> refutes(program, mistake))) {
            return tried;
        }
        while (tried < PROGRAMS_MAX && !refutes(generator.next(random).value(), mistake)) {
            tried++;
        }
        return tried;
    }

    private static boolean refutes(Program sequential, Mistake mistake) {
        Program program = sequential.under(mistake.model());
        try {
            BruteForce exact = BruteForce.of(program, STATES_MAX);
            return !Outcomes.found(program, Reduction.PRIVATE, mistake)
                    .equals(Outcomes.kept(exact.outcomes(), Reduction.PRIVATE));
        } catch (BruteForce.TooLargeException tooLarge) {
            return false;
        }
    }
}
