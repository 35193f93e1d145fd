package dev.preemptcheck.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Every lesson grades what the modelled machine predicts, nothing more and nothing less. */
final class LessonGradesTest {

    @TestFactory
    Stream<DynamicTest> gradesSayWhatTheModelPredicts() throws Exception {
        return Lessons.declared().stream()
                .map(lesson -> DynamicTest.dynamicTest(lesson.getSimpleName(), () -> {
                    SortedSet<String> graded = new TreeSet<>();
                    for (Outcome outcome : lesson.getAnnotationsByType(Outcome.class)) {
                        if (outcome.expect() != Expect.FORBIDDEN) {
                            graded.addAll(List.of(outcome.id()));
                        }
                    }
                    assertThat(graded).isEqualTo(Model.predicts(lesson));
                }));
    }
}
