package dev.preemptcheck.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.mm.UserPage.Backing;
import dev.preemptcheck.scenario.KmapScenario;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One task, undisturbed, under each implementation of atomic mappings. */
final class KmapVariantTest {
    private static final Page LOW = new Page(0x1400, "low");
    private static final Page HIGH = new Page(0x55d54, "high");
    private static final Page FRESH = new Page(0x55d55, "fresh");
    private static final int WRITABLE = 0x67;

    private static Recording touch(KmapVariant variant, String axis, boolean debug, Page page) {
        KmapScenario scenario = Kernels.scenario(variant, axis, debug, program(new UserCall.Touch(page)));
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return Recorder.record(subject, Schedule.EMPTY);
        }
    }

    private static List<UserProgram> program(UserCall call) {
        return List.of(new UserProgram("task", 1, List.of(call)));
    }

    /** The count with which the task is back in user mode, or with which its run ended. */
    private static int countAfter(Recording recording) {
        List<Recording.Step> steps = recording.steps();
        return steps.stream()
                .filter(s -> s.op() == Op.USER)
                .skip(1)
                .findFirst()
                .orElse(steps.get(steps.size() - 1))
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "HM_0,false,low,0", "HM_0,true,low,0", "HM_0,false,high,0", "HM_0,true,high,0",
        "HM_1,false,low,-1", "HM_1,true,low,0", "HM_1,false,high,0", "HM_1,true,high,0",
        "HM_2,false,low,0", "HM_2,true,low,1", "HM_2,false,high,0", "HM_2,true,high,0",
        "HM_4,false,low,0", "HM_4,true,low,0", "HM_4,false,high,0", "HM_4,true,high,0"
    })
    void countAfterMapAndUnmapIsThatOfTheFacts(KmapVariant variant, boolean debug, String page, int count) {
        assertThat(countAfter(touch(variant, "UPP", debug, page.equals("low") ? LOW : HIGH)))
                .isEqualTo(count);
    }

    @ParameterizedTest
    @EnumSource
    void aLowPageTouchesNoSlotAndAHighPageDoes(KmapVariant variant) {
        for (boolean debug : new boolean[] {false, true}) {
            assertThat(slots(touch(variant, "UP", debug, LOW))).isEmpty();
            assertThat(slots(touch(variant, "UP", debug, HIGH))).contains("kmap_pte[USER0]");
        }
    }

    private static List<String> slots(Recording recording) {
        return recording.steps().stream()
                .map(Recording.Step::symbol)
                .filter(s -> s.startsWith("kmap_pte"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void withoutPreemptionNoCountIsTouched(KmapVariant variant) {
        assertThat(touch(variant, "UP", true, HIGH).steps())
                .noneMatch(s -> s.symbol().endsWith("preempt_count"));
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultPathLeavesItsEntryAndItsPage(KmapVariant variant) {
        for (Backing backing : Backing.values()) {
            for (boolean debug : new boolean[] {false, true}) {
                Page source = backing == Backing.ANONYMOUS ? FRESH : HIGH;
                KmapScenario scenario = Kernels.scenario(
                        variant, "UPP", debug, program(new UserCall.Fault(0x08000000, backing, source, FRESH)));
                try (Subject subject = new Subject(scenario, Carrier.best())) {
                    assertThat(Recorder.record(subject, Schedule.EMPTY).failure())
                            .isNull();
                    Memory memory = subject.machine().memory();
                    assertThat(value(memory, "task.pte[0]")).isEqualTo((FRESH.pfn() << 12) | WRITABLE);
                    int first = backing == Backing.ANONYMOUS ? 0 : HIGH.pfn() << 8;
                    assertThat(value(memory, "fresh")).as("%s", backing).isEqualTo(first);
                    assertThat(value(memory, "fresh+4")).isEqualTo(first == 0 ? 0 : first + 1);
                }
            }
        }
    }

    private static int value(Memory memory, String symbol) {
        int word = IntStream.range(0, memory.size())
                .filter(i -> memory.symbol(i).equals(symbol))
                .findFirst()
                .orElseThrow();
        return memory.peek(word);
    }
}
