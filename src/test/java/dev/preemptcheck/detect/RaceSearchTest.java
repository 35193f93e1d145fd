package dev.preemptcheck.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.scenario.Scenario;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whole searches with the data-race detector: two tasks, a processor each, that count in one word. */
final class RaceSearchTest {

    /** Counts once. */
    private interface Counting {
        void count(Cpu cpu, int plain, MarkedWord marked, int lock);
    }

    private record Counters(Counting code) implements Scenario {
        @Override
        public String name() {
            return "counters";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, false);
            int plain = setup.memory().word("count", 0);
            int lock = setup.memory().word("lock", 1);
            int never = setup.memory().word("never", 0);
            MarkedWord marked = MarkedWord.create(setup, "hits", 0, "a lost hit only makes statistics less exact");
            for (int i = 0; i < 2; i++) {
                setup.boot(i, setup.task("task" + i, true, 0, cpu -> {
                    code.count(cpu, plain, marked, lock);
                    cpu.awaitNonZero(never);
                }));
            }
            return setup;
        }
    }

    private static List<String> racesOf(Counting code) {
        try (Subject subject = new Subject(new Counters(code), Carrier.best(), Detectors::withRaces)) {
            Verdict verdict = new Explorer(subject, new Bounds(0, 0), SearchOptions.ALL).explore(Progress.UNWATCHED);
            return verdict instanceof Verdict.Refuted refuted
                    ? refuted.findings().stream()
                            .map(Finding::signature)
                            .map(Signature::violation)
                            .toList()
                    : List.of();
        }
    }

    @Test
    void aCounterWithoutALockIsARace() {
        assertThat(racesOf((cpu, plain, marked, lock) -> cpu.store(plain, cpu.load(plain) + 1)))
                .containsExactly("race:data-race");
    }

    @Test
    void aCounterUnderALockIsNone() {
        assertThat(racesOf((cpu, plain, marked, lock) -> {
                    cpu.acquire(lock, 1, 0);
                    cpu.store(plain, cpu.load(plain) + 1);
                    cpu.release(lock, 1);
                }))
                .isEmpty();
    }

    @Test
    void aLockedAdditionIsNone() {
        assertThat(racesOf((cpu, plain, marked, lock) -> cpu.add(plain, 1))).isEmpty();
    }

    @Test
    void aRaceThatIsMarkedIsMeant() {
        assertThat(racesOf((cpu, plain, marked, lock) -> marked.storeOnce(cpu, marked.loadOnce(cpu) + 1)))
                .isEmpty();
    }

    @Test
    void theReasonOfAnIntendedRaceIsListed() {
        assertThat(new Counters((cpu, plain, marked, lock) -> {}).setup().intendedRaces())
                .containsExactly(Map.entry("hits", "a lost hit only makes statistics less exact"));
    }
}
