package dev.preemptcheck.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.litmus.LitmusOutcome.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions, filters and locations. */
final class QuestionTest {
    private static final String PROGRAM = """
            C q
            { y=3; z=y; }
            P0(int *x) { WRITE_ONCE(*x, 1); }
            P1(int *x, int *z) { int r1 = READ_ONCE(*x); int *r2 = READ_ONCE(*z); }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "exists (1:r1=1)                     # Sometimes # true",
                "exists (1:r1=0x2)                   # Never     # false",
                "exists 1:r1=1                       # Sometimes # true",
                "exists (x=1 /\\ y=3);               # Always    # true",
                "~exists (1:r1=2)                    # Never     # true",
                "~exists (1:r1=1)                    # Sometimes # false",
                "not exists (1:r1=1)                 # Sometimes # false",
                "forall ([x]=1 /\\ *y=3)             # Always    # true",
                "forall (1:r1=0)                     # Sometimes # false",
                "exists (1:r1=1:r1)                  # Always    # true",
                "exists (1:r2=y)                     # Always    # true",
                "exists (1:r2=&y /\\ z=y)            # Always    # true",
                "exists (1:r1=-1 \\/ y!=3)           # Never     # false",
                "exists (~1:r1=0 /\\ ~(1:r1=0))      # Sometimes # true",
                "exists (not (1:r1=0) /\\ true)      # Sometimes # true",
                "exists (false \\/ 1:r1=1 /\\ x=0)   # Never     # false",
                "forall (1:r1=1 => x=1)              # Always    # true",
                "filter (1:r1=1) forall (1:r1=1)     # Always    # true"
            })
    void questionIsAnswered(String question, String observation, boolean answer) {
        LitmusOutcome outcome = Litmus.run(PROGRAM + question);
        assertThat(outcome.observation()).hasToString(observation);
        assertThat(outcome.validated()).isEqualTo(answer);
    }

    @Test
    void conjunctionBindsMoreTightlyThanDisjunction() {
        assertThat(Litmus.parse(PROGRAM + "exists (x=1 \\/ x=2 /\\ (y=1 \\/ ~y=2) => true)")
                        .condition())
                .hasToString("exists ([x]=1 \\/ [x]=2 /\\ ([y]=1 \\/ not ([y]=2)) => true)");
    }

    @Test
    void stateShowsRegistersThenVariablesAndNothingOfTheFilter() {
        assertThat(Litmus.states(PROGRAM + "locations [z; 1:r2;]\nfilter (y=3)\nexists (x=1 /\\ 1:r1=1)"))
                .containsExactly("1:r1=0; 1:r2=y; [x]=1; [z]=y;", "1:r1=1; 1:r2=y; [x]=1; [z]=y;");
    }

    @Test
    void textWithoutAConditionAsksForNothing() {
        LitmusOutcome outcome = Litmus.run(PROGRAM);
        assertThat(outcome.test().condition()).hasToString("forall (true)");
        assertThat(outcome.observation()).isEqualTo(Observation.ALWAYS);
    }

    @Test
    void filterThatRejectsAllLeavesNoState() {
        LitmusOutcome outcome = Litmus.run(PROGRAM + "filter (y=4)\nexists (x=1)");
        assertThat(outcome.states()).isEmpty();
        assertThat(outcome.observation()).isEqualTo(Observation.NEVER);
    }
}
