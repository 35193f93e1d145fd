package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Classes of executions of small programs, counted by hand. */
final class StatelessExplorerTest {
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    /** A thread on each processor. The words come first in memory. */
    private record Threads(int words, Consumer<MachineSetup> trait, List<Body> bodies) implements Scenario {
        @Override
        public String name() {
            return "threads";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(bodies.size(), false);
            for (int i = 0; i < words; i++) {
                setup.memory().word("w" + i, 0);
            }
            int never = setup.memory().word("never", 0);
            for (int cpu = 0; cpu < bodies.size(); cpu++) {
                Body body = bodies.get(cpu);
                int idle = setup.task("idle" + cpu, true, 0, here -> here.awaitNonZero(never));
                setup.boot(cpu, setup.task("thread" + cpu, false, 0, here -> {
                    body.run(here);
                    here.retire();
                    here.switchTo(idle);
                }));
            }
            trait.accept(setup);
            return setup;
        }
    }

    private static int word(int number) {
        return Memory.KERNEL_DATA + Integer.BYTES * number;
    }

    private static Classes classes(Body... bodies) {
        return explore(new Threads(3, MachineSetup::maskTimer, List.of(bodies)));
    }

    private static Classes explore(Scenario scenario) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return new StatelessExplorer(subject, ended -> {}).explore();
        }
    }

    @Test
    void independentStepsMakeOneClass() {
        Classes classes = classes(cpu -> cpu.store(word(0), 1), cpu -> cpu.store(word(1), 1), cpu -> cpu.load(word(2)));
        assertThat(classes).isEqualTo(new Classes(1, 0, 0, 0, List.of()));
    }

    @Test
    void readersOfOneWordMakeOneClass() {
        assertThat(classes(cpu -> cpu.load(word(0)), cpu -> cpu.load(word(0))).complete())
                .isEqualTo(1);
    }

    @Test
    void threeWritersHaveSixOrders() {
        Body writer = cpu -> cpu.store(word(0), 1);
        assertThat(classes(writer, writer, writer).complete()).isEqualTo(6);
    }

    @Test
    void aPairOverlapsEachOfItsWords() {
        assertThat(classes(
                                cpu -> cpu.storeWhole(word(0), 1),
                                cpu -> cpu.load(word(0)),
                                cpu -> cpu.load(word(1)),
                                cpu -> cpu.load(word(2)))
                        .complete())
                .isEqualTo(4);
    }

    @Test
    void ofTwoWhoWantALockEitherIsFirst() {
        Body section = cpu -> {
            cpu.acquire(word(0), FREE, TAKEN);
            cpu.release(word(0), FREE);
        };
        assertThat(classes(section, section)).isEqualTo(new Classes(2, 0, 0, 0, List.of()));
    }

    @Test
    void locksTakenCrosswiseEndInADeadlockInOneClassOfThree() {
        Classes classes = classes(cpu -> nest(cpu, 0, 1), cpu -> nest(cpu, 1, 0));
        assertThat(classes.complete()).isEqualTo(3);
        assertThat(classes.deadlocks()).isEqualTo(1);
        assertThat(classes.signatures()).extracting(Signature::violation).containsExactly("D13:deadlock(w0,w1)");
    }

    private static void nest(Cpu cpu, int outer, int inner) {
        cpu.acquire(word(outer), FREE, TAKEN);
        cpu.acquire(word(inner), FREE, TAKEN);
        cpu.release(word(inner), FREE);
        cpu.release(word(outer), FREE);
    }

    @Test
    void whoWaitsForAWordGoesOnInEachOfItsWindows() {
        Classes classes = classes(
                cpu -> {
                    cpu.store(word(0), 1);
                    cpu.store(word(0), 0);
                    cpu.store(word(0), 1);
                    cpu.store(word(0), 0);
                    cpu.store(word(0), 1);
                },
                cpu -> cpu.awaitNonZero(word(0)));
        assertThat(classes).isEqualTo(new Classes(3, 0, 0, 0, List.of()));
    }

    @Test
    void whoMissesItsWindowWaitsForEver() {
        Classes classes = classes(
                cpu -> {
                    cpu.store(word(0), 1);
                    cpu.store(word(0), 0);
                },
                cpu -> cpu.awaitNonZero(word(0)));
        assertThat(classes.complete()).isEqualTo(2);
        assertThat(classes.deadlocks()).isEqualTo(1);
    }

    @Test
    void itIsNoMatterThatAnInterruptMightHelp() {
        Body waiting = cpu -> cpu.awaitNonZero(word(0));
        assertThat(explore(new Threads(1, setup -> {}, List.of(waiting))))
                .isEqualTo(new Classes(1, 1, 0, 0, List.of()));
    }

    @Test
    void aStepThatFailsKeepsNobodyElseFromFailingFirst() {
        Classes classes = classes(
                cpu -> {
                    cpu.load(word(0));
                    throw cpu.bug("first", "");
                },
                cpu -> {
                    cpu.load(word(1));
                    throw cpu.bug("second", "");
                });
        assertThat(classes.complete()).isZero();
        assertThat(classes.failed()).isEqualTo(2);
        assertThat(classes.signatures()).extracting(Signature::outcome).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void whatEachClassComesToIsShown() {
        List<Integer> last = new ArrayList<>();
        Scenario scenario =
                new Threads(1, setup -> {}, List.of(cpu -> cpu.store(word(0), 1), cpu -> cpu.store(word(0), 2)));
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            new StatelessExplorer(subject, machine -> last.add(machine.memory().peek(0))).explore();
        }
        assertThat(last).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void storeBuffersAreRefused() {
        Scenario buffered = new Threads(1, setup -> setup.memoryModel(MemoryModel.TSO), List.of(cpu -> cpu.fence()));
        assertThatThrownBy(() -> explore(buffered))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without store buffers");
    }

    @Test
    void runsThatNeverEndAreRefused() {
        assertThatThrownBy(() -> classes(cpu -> {
                    while (cpu.load(word(0)) == 0) {
                        cpu.loopHead(0);
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never end");
    }

    @Test
    void whatASchedulerPicksIsRefused() {
        assertThatThrownBy(() -> classes(cpu -> cpu.pick(3, false), cpu -> cpu.load(word(0))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tasks that stay on their processors");
    }
}
