package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** L10: a minimised schedule is the first that shows its signature when all are run in order, whatever it was made from. */
final class MinimiserProperties {
    private static final int DEVIATIONS_MAX = 3;
    private static final int RUNS_MAX = 20_000;
    private static final int PROGRAMS_MAX = 2_000;
    private static final long EXECUTIONS_MAX = 200_000;

    @Property(tries = 2_000)
    void whatIsMinimisedIsTheLeastOfAllSchedules(@ForAll("programs") Program program) {
        try {
            compare(program, EXECUTIONS_MAX);
        } catch (AllSchedules.TooManyException e) {
            Assume.that(false);
        }
    }

    /** The law is worth something only if it fails on a minimiser that looks at nothing but what it was given. */
    @Example
    void deletingAndMovingDeviationsIsNotEnough() {
        var generator = programs().generator(1000);
        Random random = new Random(1);
        int tried = 0;
        while (tried < PROGRAMS_MAX && !refutes(generator.next(random).value())) {
            tried++;
        }
        assertThat(tried).as("programs until it was refuted").isLessThan(PROGRAMS_MAX);
    }

    private static boolean refutes(Program program) {
        try {
            compare(program, 0);
            return false;
        } catch (AllSchedules.TooManyException tooMany) {
            return false;
        } catch (AssertionError refuted) {
            return true;
        }
    }

    private static void compare(Program program, long executionsMax) {
        try (Subject subject = new Subject(new ProgramScenario(program), Carrier.best())) {
            AllSchedules all = new AllSchedules(subject, program, DEVIATIONS_MAX, RUNS_MAX);
            Minimiser minimiser = new Minimiser(subject, program.bounds(), executionsMax);
            all.greatest()
                    .forEach((signature, found) -> assertThat(minimiser.minimise(found))
                            .as("%s in %s, found as %s", signature, program, found.schedule())
                            .isEqualTo(all.least().get(signature)));
            assertThat(minimiser.eachOf(List.copyOf(all.greatest().values())))
                    .containsExactlyInAnyOrderElementsOf(all.least().values());
            if (!all.least().isEmpty()) {
                assertThat(minimiser.leastOf(List.copyOf(all.greatest().values())))
                        .isEqualTo(all.least().values().iterator().next());
            }
        }
    }

    @Provide
    Arbitrary<Program> programs() {
        Arbitrary<MemoryModel> model = Arbitraries.frequency(
                Tuple.of(4, MemoryModel.SC), Tuple.of(1, MemoryModel.TSO), Tuple.of(1, MemoryModel.PSO));
        Arbitrary<Program> any = Arbitraries.oneOf(List.of(Programs.ofAtMost(6), Programs.interrupted(5)));
        return Combinators.combine(any, model).as(Program::under);
    }
}
