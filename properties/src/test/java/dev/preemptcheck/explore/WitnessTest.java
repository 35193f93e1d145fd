package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * L2: where code decides by what its history does not hold, two states have one fingerprint, and the witness says so. In
 * every other law it is on too, and silent.
 */
final class WitnessTest {
    private int hidden;

    @Test
    void aHiddenInputIsCaught() {
        assertThatThrownBy(() -> explore((cpu, word) -> {
                    hidden = 0;
                    cpu.sti();
                    cpu.store(word, 10 + hidden);
                }))
                .isInstanceOf(WitnessMismatchException.class);
    }

    /**
     * The limit of the rule: the second head is taken for the first before anything differs. So it looks as if that went on
     * for ever.
     */
    @Test
    void aLoopHeadThatDoesNotNameItsCounterIsNotCaughtButLooksLikeALivelock() {
        Verdict verdict = explore((cpu, word) -> {
            for (int i = 0; i < 2; i++) {
                cpu.loopHead(0);
            }
            throw cpu.bug("never-seen", "");
        });
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .extracting(f -> f.signature().violation())
                                .containsExactly("D13:livelock"));
    }

    private Verdict explore(BiConsumer<Cpu, Integer> code) {
        try (Subject subject = new Subject(new TwoTasks(code, this), Carrier.best())) {
            return new Explorer(
                            subject,
                            new Bounds(0, 0),
                            SearchOptions.ALL.withExecutionsMax(10_000).withReduction(Reduction.NONE))
                    .explore(Progress.UNWATCHED);
        }
    }

    /** The code under test on processor 0, and a task on processor 1 that tells it something past the machine. */
    private record TwoTasks(BiConsumer<Cpu, Integer> code, WitnessTest test) implements Scenario {
        @Override
        public String name() {
            return "two tasks";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, false);
            int word = setup.memory().word("word", 0);
            int never = setup.memory().word("never", 0);
            setup.boot(0, setup.task("code", true, 0, cpu -> {
                code.accept(cpu, word);
                cpu.awaitNonZero(never);
            }));
            setup.boot(1, setup.task("other", true, 0, cpu -> {
                cpu.add(word, 1);
                test.hidden = 1;
                cpu.add(word, -1);
                test.hidden = 0;
                cpu.awaitNonZero(never);
            }));
            return setup;
        }
    }
}
