package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * L7 on generated programs: a search without states completes one execution of each class, no more and no fewer; classes are
 * counted by running every schedule.
 */
final class StatelessProperties {
    private static final int SCHEDULES_MAX = 5_000;
    private static final int ACTS_MAX = 10;

    /** Programs until each mistake must have been caught. */
    private static final int PROGRAMS_MAX = 5_000;

    @Property
    void oneExecutionOfEachClassIsCompleted(@ForAll("uninterrupted") Program program) {
        assertThat(StatelessOutcomes.of(program).classes().complete())
                .as("%s", program)
                .isEqualTo(classes(program));
    }

    private static int classes(Program program) {
        try {
            return ExecutionClasses.count(program, SCHEDULES_MAX);
        } catch (ExecutionClasses.TooManyException e) {
            Assume.that(false);
            throw e;
        }
    }

    /** The law fails where the search makes a mistake. */
    @Property(tries = 1)
    void eachMistakeIsCaught() {
        for (StatelessMistake mistake : StatelessMistake.values()) {
            if (mistake != StatelessMistake.NONE) {
                assertThat(programsUntilCaught(mistake)).as("%s", mistake).isLessThan(PROGRAMS_MAX);
            }
        }
    }

    private static int programsUntilCaught(StatelessMistake mistake) {
        Random random = new Random(List.of(StatelessMistake.values()).indexOf(mistake));
        var generator = uninterruptedPrograms().generator(1000);
        int tried = 0;
        while (tried < PROGRAMS_MAX && !isCaught(generator.next(random).value(), mistake)) {
            tried++;
        }
        return tried;
    }

    private static boolean isCaught(Program program, StatelessMistake mistake) {
        try {
            int classes = ExecutionClasses.count(program, SCHEDULES_MAX);
            return StatelessOutcomes.of(program, mistake).classes().complete() != classes;
        } catch (ExecutionClasses.TooManyException tooMany) {
            return false;
        }
    }

    @Provide
    Arbitrary<Program> uninterrupted() {
        return uninterruptedPrograms();
    }

    private static Arbitrary<Program> uninterruptedPrograms() {
        return Programs.uninterrupted(ACTS_MAX);
    }
}
