package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each of two patches answers for, where high pages go through MMX registers while they are mapped. */
final class HighFpuTest {
    private static final Bounds BOUNDS = new Bounds(Size.QUICK.interrupts(), Size.QUICK.preemptions());

    private static CatalogueRow row(String name) {
        return Catalogue.rowsOf("S2").stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Finding> found(String name) {
        try (Subject subject = new Subject(row(name).scenario(Size.QUICK), Carrier.best())) {
            Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.ALL).explore(Progress.UNWATCHED);
            return verdict instanceof Verdict.Refuted refuted ? refuted.findings() : List.of();
        }
    }

    private static Set<String> rules(String name) {
        Set<String> rules = new TreeSet<>();
        found(name).forEach(finding -> rules.add(finding.signature().rule()));
        return rules;
    }

    @Test
    void withoutEitherPatchSlotsAndRegistersAreLost() {
        assertThat(rules("HM-0+FPU-0/UPP")).containsExactly("D2", "D5");
    }

    /** Preemption is back on where the section ends, and the page is still mapped there. */
    @ParameterizedTest
    @ValueSource(strings = {"HM-0+FPU-1/UPP", "HM-0+FPU-4/UPP"})
    void aGuardedSectionKeepsTheRegistersAndNotTheSlots(String row) {
        assertThat(rules(row)).containsExactly("D2");
    }

    /** A section without a guard of its own is in good hands. */
    @ParameterizedTest
    @ValueSource(strings = {"HM-4+FPU-0/UPP", "HM-4+FPU-0/SMPP"})
    void aGuardedMappingKeepsBoth(String row) {
        assertThat(rules(row)).isEmpty();
    }

    /** A tick in the section becomes a switch at its end, where the page is still mapped (fact S1.e, HM-2). */
    @Test
    void theEndOfASectionIsAPreemptionPointInsideAMapping() {
        assertThat(schedulesAtTheEndOfASection("HM-0+FPU-1/UPP")).isTrue();
        assertThat(schedulesAtTheEndOfASection("HM-2+FPU-1/UPP")).isTrue();
        assertThat(schedulesAtTheEndOfASection("HM-4+FPU-1/UPP")).isFalse();
    }

    private static boolean schedulesAtTheEndOfASection(String name) {
        try (Subject subject = new Subject(row(name).scenario(Size.QUICK), Carrier.best())) {
            List<Integer> inSection = Recorder.record(subject, Schedule.EMPTY).steps().stream()
                    .filter(step -> isIn(step, "fast_copy_page") && step.count() > 0)
                    .map(Recording.Step::number)
                    .toList();
            assertThat(inSection).isNotEmpty();
            return inSection.stream()
                    .map(step -> new Schedule(List.of(new Deviation(step, Agent.timer(0)))))
                    .flatMap(tick -> Recorder.record(subject, tick).steps().stream())
                    .anyMatch(step -> isIn(step, "schedule") && isIn(step, "kernel_fpu_end"));
        }
    }

    private static boolean isIn(Recording.Step step, String function) {
        return step.functions().stream().anyMatch(f -> f.name().equals(function));
    }
}
