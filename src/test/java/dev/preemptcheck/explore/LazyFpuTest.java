package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.LazyFpuScenario.Variant;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every schedule of two tasks with live FPU state on two processors. */
final class LazyFpuTest {

    @ParameterizedTest
    @CsvSource({
        "RIGHT, SC",
        "RIGHT, TSO",
        "RIGHT, PSO",
        "EAGER, SC",
        "SAVE_BEHIND_QUEUE_PINNED, SC",
        "SAVE_BEHIND_QUEUE_PINNED, TSO"
    })
    void noTaskSeesAnothersRegisters(Variant variant, MemoryModel model) {
        assertThat(explored(variant, model)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"NO_SAVE, SC", "NO_STTS, SC", "SAVE_BEHIND_QUEUE, SC", "SAVE_BEHIND_QUEUE, TSO"})
    void aTaskSeesOtherRegistersThanItsOwn(Variant variant, MemoryModel model) {
        assertThat(explored(variant, model))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .anyMatch(finding -> finding.signature().is("D5:user-state")));
    }

    private static Verdict explored(Variant variant, MemoryModel model) {
        try (Subject subject = new Subject(new LazyFpuScenario(variant, model), Carrier.best())) {
            return new Explorer(subject, new Bounds(0, 0), SearchOptions.FIRST)
                    .explore((executions, states, waiting) -> {});
        }
    }
}
