package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MachineTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int lock = rig.word("lock", 1);
    private final int x = rig.word("x", 0);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void acquireTakesNoStepUntilTheWordIsFree() {
        rig.on(0, this::lockedIncrement).on(1, this::lockedIncrement);
        rig.run(new Arbiter() {
            @Override
            public int choose(Machine m) {
                return m.steps() > 0 && (m.moves().steppable() & 2) != 0 && m.taskOn(1) != 1
                        ? Agent.cpu(1)
                        : m.moves().defaultAgent();
            }

            @Override
            public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
                return preferred;
            }
        });
        assertThat(rig.log)
                .containsExactly(
                        "cpu0 acquire lock=0",
                        "cpu0 load x=0",
                        "cpu0 store x=1",
                        "cpu0 release lock=1",
                        "cpu1 acquire lock=0",
                        "cpu1 load x=1",
                        "cpu1 store x=2",
                        "cpu1 release lock=1",
                        "cpu1 switch",
                        "cpu0 switch");
    }

    private void lockedIncrement(Cpu cpu) {
        cpu.acquire(lock, 1, 0);
        cpu.store(x, cpu.load(x) + 1);
        cpu.release(lock, 1);
    }

    @Test
    void awaitTakesNoStepUntilTheWordIsSet() {
        List<Integer> seen = new ArrayList<>();
        rig.on(0, cpu -> seen.add(cpu.awaitNonZero(x))).on(1, cpu -> {
            cpu.store(lock, 5);
            cpu.store(x, 3);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(3);
        assertThat(rig.log.subList(0, 2)).containsExactly("cpu1 store lock=5", "cpu1 store x=3");
    }

    @Test
    void aTaskThatNobodyFreesIsStuck() {
        List<Integer> unfinished = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void quiescent(int tasks, int parked, int spinning, boolean interruptible) {
                unfinished.addAll(List.of(tasks, spinning));
            }
        });
        rig.on(0, cpu -> cpu.acquire(x, 1, 0));
        rig.run(Quiet.INSTANCE);
        assertThat(unfinished).containsExactly(1 << 2, 1 << 2);
    }

    @Test
    void idleTasksAreNeverUnfinished() {
        Machine m = rig.run(Quiet.INSTANCE);
        assertThat(m.unfinished()).isZero();
        assertThat(m.wasCut()).isFalse();
    }

    @Test
    void everyStepIsCountedOnceAndReported() {
        rig.on(0, this::lockedIncrement).on(1, this::lockedIncrement);
        Machine m = rig.run(new Scripted("1 timer1", "2 cpu1"));
        assertThat(m.steps()).isEqualTo(rig.log.size()).isEqualTo(10);
    }

    @Test
    void theArbiterIsNotAskedInTheQuietPart() {
        rig.on(0, cpu -> {
            cpu.store(x, 1);
            cpu.store(x, 2);
            cpu.store(x, 3);
        });
        List<Integer> asked = new ArrayList<>();
        rig.run(
                new Arbiter() {
                    @Override
                    public int choose(Machine m) {
                        asked.add(m.steps());
                        return m.moves().defaultAgent();
                    }

                    @Override
                    public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
                        return preferred;
                    }
                },
                2);
        assertThat(asked).startsWith(2, 3);
    }

    @Test
    void lockedOperationsGiveTheValueAfterOrBefore() {
        List<Integer> seen = new ArrayList<>();
        rig.on(0, cpu -> {
            seen.add(cpu.add(x, 2));
            seen.add(cpu.exchange(x, 9));
            seen.add(cpu.load(x));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(2, 2, 9);
    }

    @Test
    void whatWasReadIsPartOfTheState() {
        List<Long> states = new ArrayList<>();
        rig.on(0, cpu -> {
            cpu.load(x);
            cpu.store(lock, 1);
        });
        rig.on(1, cpu -> {
            cpu.store(x, 1);
            cpu.store(x, 0);
        });
        for (String schedule : new String[] {"1 cpu0", "2 cpu0"}) {
            rig.run(watchingStep(
                    3, states, new Scripted("0 cpu1", schedule, schedule.charAt(0) == '1' ? "2 cpu1" : "9 cpu1")));
        }
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfIndependentStepsIsNotPartOfTheState() {
        List<Long> states = new ArrayList<>();
        rig.on(0, cpu -> cpu.store(x, 1)).on(1, cpu -> cpu.store(lock, 4));
        rig.run(watchingStep(2, states, new Scripted("1 cpu1")));
        rig.run(watchingStep(2, states, new Scripted("0 cpu1", "1 cpu0")));
        assertThat(states).hasSize(2);
        assertThat(states.get(0)).isEqualTo(states.get(1));
    }

    private static Arbiter watchingStep(int step, List<Long> states, Arbiter followed) {
        return new Arbiter() {
            @Override
            public int choose(Machine m) {
                if (m.steps() == step) {
                    states.add(m.fingerprint());
                    return Agent.STOP;
                }
                return followed.choose(m);
            }

            @Override
            public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
                return preferred;
            }
        };
    }

    @Test
    void aLoopHeadForgetsWhatWasRead() {
        List<Long> positions = new ArrayList<>();
        for (int value : new int[] {1, 2}) {
            rig.on(0, cpu -> {
                cpu.exchange(x, value);
                cpu.load(x);
                cpu.loopHead(0);
                positions.add(rig.machine().position(2));
            });
            rig.run(Quiet.INSTANCE);
        }
        assertThat(positions.get(0)).isEqualTo(positions.get(1));
    }

    @Test
    void aLoopHeadKeepsTheNamedLocals() {
        List<Long> positions = new ArrayList<>();
        for (int live : new int[] {1, 2}) {
            rig.on(0, cpu -> {
                cpu.loopHead(live);
                positions.add(rig.machine().position(2));
            });
            rig.run(Quiet.INSTANCE);
        }
        assertThat(positions).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void preemptibleMeansCountZeroAndInterruptsOnAndNoHandler() {
        int count = rig.count(0, 0);
        List<Boolean> here = new ArrayList<>();
        rig.on(0, cpu -> {
            here.add(rig.machine().preemptibleHere());
            cpu.add(count, 1);
            here.add(rig.machine().preemptibleHere());
            cpu.add(count, -1);
            cpu.cli();
            here.add(rig.machine().preemptibleHere());
            cpu.sti();
            here.add(rig.machine().preemptibleHere());
        });
        rig.timer(cpu -> {
            cpu.sti();
            here.add(rig.machine().preemptibleHere());
            cpu.cli();
        });
        rig.run(new Scripted("4 timer0"));
        assertThat(here).containsExactly(true, false, false, true, false);
    }

    @Test
    void aBodyThatKeepsItsProcessorIsTheEnginesFault() {
        MachineSetup setup = new MachineSetup(1, true);
        int word = setup.memory().word("word", 0);
        setup.boot(0, setup.task("runaway", false, 0, cpu -> cpu.load(word)));
        Machine m = setup.build(Carrier.best(), new MachineListener() {});
        assertThatThrownBy(() -> m.run(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("runaway ended without leaving the processor");
    }

    @Test
    void aBodyThatNeverEndsIsTheEnginesFault() {
        rig.on(0, cpu -> {
            while (cpu.load(x) == 0) {
                cpu.load(lock);
            }
        });
        rig.machine()
                .attach(Quiet.INSTANCE, new Footprint(rig.machine().memory().size(), Footprint.Reduction.NONE), null);
        assertThatThrownBy(() -> rig.machine().run(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task0 stands at load and never ends");
    }
}
