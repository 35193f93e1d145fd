package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.init.FpuCall;
import dev.preemptcheck.kernel.init.FpuKernel.Program;
import dev.preemptcheck.scenario.FpuScenario;
import dev.preemptcheck.scenario.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way in which FPU state is lost, alone: each program below meets one of them only (fact S2). */
final class FpuSearchTest {
    private static final Bounds BOUNDS = new Bounds(2, 3);

    private static Program program(String name, int pid, boolean live, String calls) {
        List<FpuCall> list =
                Arrays.stream(calls.split(" ")).map(FpuCall::valueOf).toList();
        return new Program(name, pid, live, list);
    }

    private static Verdict explored(FpuVariant variant, boolean preempt, String live, String other) {
        KernelConfig config = new KernelConfig(KernelVersion.V2_4_10_PRE4, 1, preempt);
        List<Program> programs = List.of(program("a", 101, true, live), program("b", 102, false, other));
        Variant row = new Variant("test", variant.patch(), variant.summary());
        try (Subject subject =
                new Subject(new FpuScenario("fpu/test", config, variant, row, programs), Carrier.best())) {
            return new Explorer(subject, BOUNDS, SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    private static List<Finding> found(FpuVariant variant, String live, String other) {
        return explored(variant, true, live, other) instanceof Verdict.Refuted refuted ? refuted.findings() : List.of();
    }

    private static Stream<String> failures(FpuVariant variant, String live, String other) {
        return found(variant, live, other).stream()
                .filter(finding -> !finding.hazard())
                .map(finding -> finding.signature().toString());
    }

    private static Stream<String> hazards(FpuVariant variant, String live, String other) {
        return found(variant, live, other).stream()
                .filter(Finding::hazard)
                .map(finding -> finding.signature().toString());
    }

    /** Nobody copies pages: #NM alone, preempted between clts and the load, leaves TS clear. */
    @ParameterizedTest
    @EnumSource(names = {"FPU_0", "FPU_1", "FPU_2", "FPU_3"})
    void nmIsPreemptedWithTsClear(FpuVariant variant) {
        assertThat(failures(variant, "ENTER FLD FSTP", "FLD FSTP")).contains("D5:user-state");
        assertThat(hazards(variant, "ENTER FLD FSTP", "FLD FSTP")).anyMatch(s -> s.contains("math_state_restore"));
    }

    /** No trap before the damage: a save, preempted between USED=0 and stts, leaves TS clear. */
    @ParameterizedTest
    @CsvSource({"FORK, unlazy_fpu", "SIGNAL, unlazy_fpu", "EXEC, clear_fpu"})
    void aSaveOrAClearIsPreemptedWithTsClear(String call, String function) {
        assertThat(failures(FpuVariant.FPU_1, call, "FLD FSTP")).contains("D5:user-state");
        assertThat(hazards(FpuVariant.FPU_1, call, "FLD FSTP")).anyMatch(s -> s.contains(function));
    }

    /** The xor does not use the sections that the patches protect. */
    @ParameterizedTest
    @EnumSource(names = {"FPU_1", "FPU_2", "FPU_3"})
    void theXorIsPreemptedWithItsValuesInTheRegisters(FpuVariant variant) {
        assertThat(failures(variant, "XOR", "XOR")).contains("D5:page-corrupt in xor_pII_mmx_2");
    }

    @ParameterizedTest
    @CsvSource({
        "ENTER FLD FSTP, FLD FSTP",
        "FORK FSTP, FLD FSTP",
        "SIGNAL FLD SIGRETURN FSTP, FLD COPY_PAGE FSTP",
        "EXEC FLD, FLD FSTP",
        "EXEC SIGNAL FLD SIGRETURN FSTP, FLD",
        "FLD SIGNAL FORK SIGRETURN FSTP, FLD",
        "XOR FSTP, FLD XOR FSTP"
    })
    void withEveryStepGuardedNothingIsLost(String live, String other) {
        assertThat(explored(FpuVariant.FPU_4, true, live, other)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @EnumSource
    void withoutPreemptionNothingIsLost(FpuVariant variant) {
        assertThat(explored(variant, false, "FORK FSTP COPY_PAGE FSTP", "FLD XOR FSTP EXEC FLD CLEAR_PAGE FSTP"))
                .isInstanceOf(Verdict.Proved.class);
    }

    /** What is a hazard in a kernel that only copies pages is damage as soon as the other task has a program that computes. */
    @Test
    void preemptionBackOnBeforeSttsHandsTheKernelsValuesToAProgram() {
        assertThat(failures(FpuVariant.FPU_1_REV, "COPY_PAGE", "FLD")).contains("D5:user-state");
        assertThat(failures(FpuVariant.FPU_1, "COPY_PAGE", "FLD")).isEmpty();
    }

    /** A guard against false alarms: the switch saves what the test has seen, and #NM in the kernel brings it back. */
    @Test
    void preemptionOffAfterTheTestIsRight() {
        assertThat(explored(FpuVariant.FPU_1_LATE, true, "COPY_PAGE COPY_PAGE", "CLEAR_PAGE COPY_PAGE"))
                .isInstanceOf(Verdict.Proved.class);
    }

    /** #NM in kernel mode, in the middle of a section: the page gets the program's values (fact S2, interleaving B). */
    @Test
    void aSectionOfAnotherTaskBringsAProgramsImageIntoThePage() {
        assertThat(failures(FpuVariant.FPU_0, "COPY_PAGE", "COPY_PAGE"))
                .contains("D5:page-corrupt in fast_copy_page < mmx_copy_page");
    }

    @Test
    void anUnbracedMacroTakesPreemptionBackThatNobodyGave() {
        assertThat(failures(FpuVariant.FPU_1_IF, "COPY_WORD", "COPY_PAGE")).contains("D1:underflow in _mmx_memcpy");
        assertThat(explored(FpuVariant.FPU_1_IF, true, "COPY_PAGE", "COPY_PAGE"))
                .as("where the condition always holds")
                .isInstanceOf(Verdict.Proved.class);
    }
}
