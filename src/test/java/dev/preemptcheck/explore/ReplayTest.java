package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.CarrierKind;
import dev.preemptcheck.Kernels;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.KmapPrograms;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplayTest {
    private static final KmapScenario ORIGINAL = Kernels.scenario(KmapVariant.HM_0, "UPP", true, Size.QUICK);

    private final List<Recording> recorded = new ArrayList<>();

    @BeforeAll
    void find() {
        Bounds bounds = new Bounds(1, 2);
        try (Subject subject = new Subject(ORIGINAL, Carrier.best())) {
            Verdict verdict = new Explorer(subject, bounds, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            Finding finding = ((Verdict.Refuted) verdict).findings().get(0);
            recorded.add(Recorder.record(
                    subject, new Minimiser(subject, bounds).minimise(finding).schedule()));
        }
    }

    private Recording original() {
        return recorded.get(0);
    }

    private static Finding failure(Recording recording) {
        Finding failure = recording.failure();
        assertThat(failure).isNotNull();
        return java.util.Objects.requireNonNull(failure);
    }

    private Replay replay(Scenario scenario, Carrier carrier) {
        Recording o = original();
        try (Subject subject = new Subject(scenario, carrier)) {
            return Replay.of(subject, o.schedule(), o.anchors(), failure(o).signature(), o.trace());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSameKernelReplaysExactlyOnEveryCarrier(CarrierKind kind) {
        Replay replay = replay(ORIGINAL, kind.open());
        assertThat(replay.result()).isEqualTo(Replay.Result.EXACT);
        assertThat(replay.recording()).isEqualTo(original());
    }

    @Test
    void everyDeviationIsAnchored() {
        assertThat(original().schedule().size()).isEqualTo(2);
        assertThat(original().anchors()).hasSize(2);
        assertThat(original().anchors().get(0).context()).isEqualTo("S11dhcpd");
    }

    @Test
    void stepsThatShiftedAreFoundByTheirAnchors() {
        List<UserProgram> programs = new ArrayList<>(KmapPrograms.quick());
        List<UserCall> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            calls.add(new UserCall.Touch(new Page(0x1300, "edited")));
        }
        calls.addAll(programs.get(0).calls());
        programs.set(0, new UserProgram("S11dhcpd", 2507, calls));
        Replay replay = replay(Kernels.scenario(KmapVariant.HM_0, "UPP", true, programs), Carrier.best());
        assertThat(replay.result()).isEqualTo(Replay.Result.ADAPTED);
        assertThat(failure(replay.recording()).signature())
                .isEqualTo(failure(original()).signature());
        assertThat(replay.recording().anchors()).isEqualTo(original().anchors());
        int shift = replay.recording().schedule().deviations().get(0).step()
                - original().schedule().deviations().get(0).step();
        assertThat(shift).as("out of reach of a search around the old steps").isGreaterThan(40);
    }

    @Test
    void aPatchThatMendsItMakesItGone() {
        Replay replay = replay(Kernels.scenario(KmapVariant.HM_4, "UPP", true, Size.QUICK), Carrier.best());
        assertThat(replay.result()).isEqualTo(Replay.Result.GONE);
    }

    /** The machine can't go on: nobody says what becomes of the processor that the task leaves. */
    @Test
    void anOopsEndsTheRecordingWhereTheKernelSaysNothingOfDeath() {
        Scenario bug = new Scenario() {
            @Override
            public String name() {
                return "bug";
            }

            @Override
            public MachineSetup setup() {
                MachineSetup setup = new MachineSetup(1, false);
                int word = setup.memory().word("word", 0);
                setup.boot(0, setup.task("task", false, 0, cpu -> {
                    cpu.store(word, 1);
                    throw cpu.bug("BUG-one", "");
                }));
                return setup;
            }
        };
        try (Subject subject = new Subject(bug, Carrier.best())) {
            Recording recording = Recorder.record(subject, Schedule.EMPTY);
            assertThat(failure(recording).signature().violation()).isEqualTo("BUG:BUG-one");
            assertThat(recording.steps()).hasSize(1);
        }
    }

    @Test
    void aKernelWithoutPreemptionMakesItGone() {
        Replay replay = replay(Kernels.scenario(KmapVariant.HM_0, "UP", true, Size.QUICK), Carrier.best());
        assertThat(replay.result()).isEqualTo(Replay.Result.GONE);
    }
}
