package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.CarrierKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the strands when a run ends (EXPLORATION K), on both carriers. */
final class UnwindTest {
    private static final List<String> SCHEDULES = List.of("2 stop", "1 cpu1", "3 timer0");

    @ParameterizedTest
    @EnumSource
    void everyStrandOfACutRunIsUnwoundOnce(CarrierKind kind) {
        List<String> ran = new ArrayList<>();
        try (MachineRig rig = new MachineRig(kind.open(), 2)) {
            int x = rig.word("x", 0);
            for (int i = 0; i < 2; i++) {
                String name = "task" + i;
                rig.on(i, cpu -> {
                    try {
                        cpu.store(x, 1);
                        cpu.store(x, 2);
                    } finally {
                        ran.add(name);
                    }
                });
            }
            Machine m = rig.run(new Scripted("0 cpu1", "1 stop"));
            assertThat(m.wasCut()).isTrue();
            assertThat(ran).containsExactlyInAnyOrder("task0", "task1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingMovesADeadMachine(CarrierKind kind) {
        try (MachineRig rig = new MachineRig(kind.open(), 2)) {
            int x = rig.word("x", 0);
            rig.on(0, cpu -> stubborn(cpu, x)).on(1, cpu -> stubborn(cpu, x));
            Machine m = rig.run(new Scripted("1 cpu1", "2 stop"));
            assertThat(m.steps()).isEqualTo(2);
            assertThat(rig.peek(x)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingMovesAMachineThatDiedInTheQuietPart(CarrierKind kind) {
        List<String> heard = new ArrayList<>();
        try (MachineRig rig = new MachineRig(kind.open(), 1)) {
            int x = rig.word("x", 0);
            rig.listener(new MachineListener() {
                @Override
                public void handlerLeft(int cpu, int task, int count) {
                    heard.add("left");
                }
            });
            rig.on(0, cpu -> {
                cpu.store(x, 1);
                try {
                    throw cpu.bug("BUG", "");
                } finally {
                    stubborn(cpu, x);
                }
            });
            Machine m = rig.run(Quiet.INSTANCE, 100);
            assertThat(m.steps()).isEqualTo(1);
            assertThat(rig.peek(x)).isEqualTo(1);
            assertThat(heard).isEmpty();
        }
    }

    /** Code that lets nothing pass. */
    @SuppressWarnings("EmptyCatch")
    private static void stubborn(Cpu cpu, int x) {
        try {
            cpu.store(x, 1);
            cpu.load(x);
            cpu.store(x, 2);
        } catch (Throwable swallowed) {
            for (MachineSetup.Body access : List.<MachineSetup.Body>of(
                    c -> c.store(x, 3), c -> c.add(x, 1), Cpu::sti, c -> c.awaitNonZero(x), Cpu::handlerDone)) {
                try {
                    access.run(cpu);
                } catch (Throwable again) {
                    // next
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneScheduleGivesOneTrace(CarrierKind kind) {
        List<Long> expected = new ArrayList<>();
        List<Long> traces = new ArrayList<>();
        try (MachineRig reference = stubbornPair(CarrierKind.THREADS);
                MachineRig rig = stubbornPair(kind)) {
            for (String schedule : SCHEDULES) {
                expected.add(reference.run(new Scripted(schedule)).traceHash());
                traces.add(rig.run(new Scripted(schedule)).traceHash());
            }
            assertThat(rig.run(new Scripted(SCHEDULES.get(0))).traceHash()).isEqualTo(traces.get(0));
        }
        assertThat(traces).isEqualTo(expected).doesNotHaveDuplicates();
    }

    private static MachineRig stubbornPair(CarrierKind kind) {
        MachineRig rig = new MachineRig(kind.open(), 2);
        int x = rig.word("x", 0);
        rig.on(0, cpu -> stubborn(cpu, x)).on(1, cpu -> stubborn(cpu, x));
        return rig.timer(cpu -> cpu.load(x));
    }
}
