package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.scenario.Scenario;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a search finds where processors send each other messages. */
final class MessageSearchTest {

    /** One processor works on its own word with interrupts off, the other sends two messages meanwhile. */
    private static final class Window implements Scenario {
        private int taken;

        @Override
        public String name() {
            return "window";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, false);
            int own = setup.memory().word("own", 0);
            int never = setup.memory().word("never", 0);
            taken = setup.memory().word("taken", 0);
            setup.interrupt(Vector.CALL_FUNCTION, cpu -> {
                cpu.add(taken, 1);
                cpu.endOfInterrupt();
            });
            addTask(setup, 0, never, cpu -> {
                cpu.cli();
                cpu.store(own, 1);
                cpu.sti();
            });
            addTask(setup, 1, never, cpu -> {
                cpu.sendInterrupt(1, Vector.CALL_FUNCTION);
                cpu.sendInterrupt(1, Vector.CALL_FUNCTION);
            });
            return setup;
        }

        private static void addTask(MachineSetup setup, int cpu, int never, MachineSetup.Body body) {
            int idle = setup.task("idle" + cpu, true, 0, c -> c.awaitNonZero(never));
            setup.boot(cpu, setup.task("task" + cpu, false, 0, c -> {
                body.run(c);
                c.retire();
                c.switchTo(idle);
            }));
        }

        private int taken(Machine machine) {
            return machine.memory().peek(machine.memory().index(taken));
        }
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void twoMessagesMergeIfBothArriveWhileInterruptsAreOff(Reduction reduction) {
        Window window = new Window();
        Set<Integer> taken = new TreeSet<>();
        try (Subject subject = new Subject(window, Carrier.best())) {
            Explorer.ofOutcomes(
                            subject,
                            new Bounds(0, 0),
                            SearchOptions.ALL.withReduction(reduction),
                            Movers.EVERYBODY,
                            machine -> taken.add(window.taken(machine)))
                    .explore((executions, states, waiting) -> {});
        }
        assertThat(taken).containsExactly(1, 2);
    }
}
