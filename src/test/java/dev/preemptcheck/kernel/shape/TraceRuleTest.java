package dev.preemptcheck.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.TraceRule;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.smp.PerCpuVariable;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** D6 on recorded runs: what the code does says it, without a word about its shape. */
final class TraceRuleTest {

    private record Parts(Preemption preemption, PerCpuVariable own, Word flag) {}

    private record Program(BiConsumer<Cpu, Parts> code) implements Scenario {
        @Override
        public String name() {
            return "program";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true));
            PerCpuVariable own = kernel.perCpu("own", 0, kernel.processorNumber(false));
            Parts parts = new Parts(kernel.preemption(), own, kernel.word("flag", 0));
            kernel.task("task", cpu -> code.accept(cpu, parts));
            return kernel.boot();
        }
    }

    private static List<String> said(Scenario scenario) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return TraceRule.faults(List.of(Recorder.record(subject, Schedule.EMPTY))).stream()
                    .map(ShapeFault::signature)
                    .map(Object::toString)
                    .toList();
        }
    }

    private static void numberFirst(Cpu cpu, Parts parts) {
        Word word = parts.own.words().get(parts.own.number().smpProcessorId(cpu));
        parts.preemption.off(cpu);
        word.store(cpu, 1);
        parts.preemption.on(cpu);
    }

    private static void numberAgain(Cpu cpu, Parts parts) {
        parts.own.number().smpProcessorId(cpu);
        parts.preemption.off(cpu);
        parts.own.thisCpuVar(cpu).store(cpu, 1);
        parts.preemption.on(cpu);
    }

    private static void numberInside(Cpu cpu, Parts parts) {
        parts.own.getCpuVar(cpu).store(cpu, 1);
        parts.own.putCpuVar(cpu);
    }

    private static void numberWithInterruptsOff(Cpu cpu, Parts parts) {
        cpu.cli();
        Word word = parts.own.words().get(parts.own.number().smpProcessorId(cpu));
        parts.preemption.off(cpu);
        word.store(cpu, 1);
        parts.preemption.on(cpu);
        cpu.sti();
    }

    private static void numberOfTwoCalls(Cpu cpu, Parts parts) {
        parts.own.number().rawSmpProcessorId(cpu);
        numberInside(cpu, parts);
    }

    @Test
    void aNumberThatIsOlderThanItsSectionIsReportedInTheFunctionThatReadsIt() {
        assertThat(said(new Program(TraceRuleTest::numberFirst)))
                .containsExactly("D6:cpu-id-before-acquire in number_first");
    }

    static Stream<BiConsumer<Cpu, Parts>> innocent() {
        return Stream.of(
                TraceRuleTest::numberAgain,
                TraceRuleTest::numberInside,
                TraceRuleTest::numberWithInterruptsOff,
                TraceRuleTest::numberOfTwoCalls,
                TraceRuleTest::tryTwice);
    }

    @ParameterizedTest
    @MethodSource("innocent")
    void whatLooksGuiltyAndIsNotIsSilent(BiConsumer<Cpu, Parts> code) {
        assertThat(said(new Program(code))).isEmpty();
    }

    /** Leaves by two exits with different counts, and is right. */
    private static boolean tryOff(Cpu cpu, Parts parts) {
        parts.preemption.off(cpu);
        if (parts.flag.load(cpu) != 0) {
            parts.preemption.on(cpu);
            return false;
        }
        parts.flag.store(cpu, 1);
        return true;
    }

    private static void tryTwice(Cpu cpu, Parts parts) {
        boolean first = tryOff(cpu, parts);
        boolean second = tryOff(cpu, parts);
        if (first && !second) {
            parts.flag.store(cpu, 0);
            parts.preemption.on(cpu);
        }
    }

    private static Scenario scenario(String row) {
        return Catalogue.rows().stream()
                .filter(r -> r.name().equals(row))
                .map(r -> r.scenario(Size.QUICK))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "HM-2/UPP/DBG1,D6:unpaired-exit in kunmap_atomic",
        "HM-2/SMPP/DBG1,D6:cpu-id-before-acquire in kunmap_atomic",
        "FPU-1/if/UPP,D6:unpaired-exit in kernel_fpu_end"
    })
    void theFunctionIsNamedThatTheFactsName(String row, String said) {
        assertThat(said(scenario(row))).contains(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HM-0/UPP/DBG1", "HM-1/UPP/DBG1", "FPU-1/copy/UPP", "FPU-1/late/UPP", "FPU-1/rev/UPP"})
    void variantsThatKeepTheirCountInTheRunAreSilent(String row) {
        assertThat(said(scenario(row))).isEmpty();
    }

    @Test
    void noSafeRowOfTheCatalogueHasAFunctionToName() {
        for (CatalogueRow row : Catalogue.rows()) {
            if (row.expectation().safe()) {
                assertThat(said(row.scenario(Size.QUICK))).as(row.name()).isEmpty();
            }
        }
    }
}
