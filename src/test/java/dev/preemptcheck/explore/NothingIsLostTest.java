package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.StillDevice;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small programs whose outcomes a search has lost before: what a state must hold, and who counts as touching a word. */
final class NothingIsLostTest {

    /** A machine with a task and an idle task for each processor. */
    private static final class Small implements Scenario {
        final List<MachineSetup.Body> bodies = new ArrayList<>();
        final List<String> words = new ArrayList<>();
        Consumer<MachineSetup> more = setup -> {};

        @Nullable
        Verdict verdict;

        @Override
        public String name() {
            return "small";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(bodies.size(), false);
            int never = setup.memory().word("never", 0);
            words.forEach(word -> setup.memory().word(word, 0));
            for (int i = 0; i < bodies.size(); i++) {
                setup.task("idle" + i, true, 0, cpu -> {
                    for (; ; ) {
                        cpu.awaitNonZero(never);
                    }
                });
            }
            for (int i = 0; i < bodies.size(); i++) {
                int number = i;
                setup.boot(i, setup.task("task" + i, false, 0, cpu -> {
                    bodies.get(number).run(cpu);
                    cpu.retire();
                    cpu.switchTo(number);
                }));
            }
            more.accept(setup);
            return setup;
        }

        int word(String name) {
            words.add(name);
            return 0xC0200000 + 4 * words.size();
        }

        /** All contents of the words at the end of a run. */
        Set<List<Integer>> outcomes(Footprint.Reduction reduction, Bounds bounds) {
            Set<List<Integer>> outcomes = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
            try (Subject subject = new Subject(this, Carrier.best())) {
                verdict = Explorer.ofOutcomes(
                                subject,
                                bounds,
                                SearchOptions.ALL.withReduction(reduction),
                                Movers.EVERYBODY,
                                machine -> {
                                    List<Integer> contents = new ArrayList<>();
                                    for (int i = 1; i <= words.size(); i++) {
                                        contents.add(machine.memory().peek(i));
                                    }
                                    outcomes.add(contents);
                                })
                        .explore((executions, states, waiting) -> {});
            }
            return outcomes;
        }

        /** What the detectors object to. */
        List<String> violations(Footprint.Reduction reduction) {
            try (Subject subject = new Subject(this, Carrier.best())) {
                SearchOptions options = SearchOptions.ALL.withReduction(reduction);
                Verdict all = new Explorer(subject, new Bounds(0, 0), options).explore(Progress.UNWATCHED);
                return all instanceof Verdict.Refuted refuted
                        ? refuted.findings().stream()
                                .map(finding -> finding.signature().violation())
                                .toList()
                        : List.of();
            }
        }
    }

    @Test
    void whatAReturnPathTouchesIsNotPrivateToTheTaskBelow() {
        Small small = new Small();
        int w = small.word("w");
        int seen = small.word("seen");
        small.bodies.add(cpu -> {
            cpu.store(w, 1);
            cpu.store(w, 2);
        });
        small.more = setup -> setup.timer(cpu -> {
            cpu.handlerDone();
            cpu.store(seen, cpu.load(w) + 10);
        });
        Bounds bounds = new Bounds(1, 0);
        Set<List<Integer>> exact = small.outcomes(Footprint.Reduction.NONE, bounds);
        assertThat(exact).contains(List.of(2, 11));
        assertThat(small.outcomes(Footprint.Reduction.LOCAL, bounds)).isEqualTo(exact);
    }

    @Test
    void aWaitThatIsMadeTwiceDoesNotHideWhatFollows() {
        Small small = new Small();
        int go = small.word("go");
        int y = small.word("y");
        small.bodies.add(cpu -> {
            cpu.awaitOther(go, 5);
            cpu.awaitOther(go, 5);
            cpu.store(y, 1);
        });
        assertThat(small.outcomes(Footprint.Reduction.NONE, new Bounds(0, 0)))
                .as("%s", small.verdict)
                .containsExactly(List.of(0, 1));
    }

    @Test
    void aRetryLoopInAScopeThatIsEnteredTwiceDoesNotHideWhatFollows() {
        Small small = new Small();
        int lock = small.word("lock");
        int y = small.word("y");
        small.bodies.add(cpu -> {
            for (int call = 0; call < 2; call++) {
                cpu.enterScope();
                do {
                    cpu.loopHead(0);
                } while (cpu.exchange(lock, 1) != 0);
                cpu.leaveScope();
                cpu.store(lock, 0);
            }
            cpu.store(y, 1);
        });
        assertThat(small.outcomes(Footprint.Reduction.NONE, new Bounds(0, 0)))
                .as("%s", small.verdict)
                .containsExactly(List.of(0, 1));
    }

    @Test
    void whatFollowsAnNmiDependsOnTheFlagThatItComesBackTo() {
        Small small = new Small();
        int x = small.word("x");
        int done = small.word("done");
        int open = small.word("open");
        int flag = small.word("flag");
        int hit = small.word("hit");
        small.bodies.add(cpu -> {
            if (cpu.load(x) == 0) {
                cpu.cli();
            }
            cpu.awaitNonZero(done);
            cpu.store(open, 1);
            cpu.store(open, 0);
            cpu.store(flag, cpu.interruptsEnabled() ? 1 : 2);
        });
        small.bodies.add(cpu -> {
            cpu.store(x, 1);
            cpu.store(x, 0);
            cpu.store(done, 1);
        });
        small.more = setup -> setup.nmi(cpu -> {
            if (cpu.cpuId() == 0 && cpu.load(open) == 1) {
                cpu.store(hit, 1);
            }
        });
        Set<List<Integer>> outcomes = small.outcomes(Footprint.Reduction.NONE, new Bounds(1, 0));
        assertThat(outcomes).contains(List.of(0, 1, 0, 1, 1), List.of(0, 1, 0, 2, 1));
    }

    @Test
    void aLineThatAPortAccessRaisesArrivesAtAnyTimeAfterIt() {
        Small small = new Small();
        int x = small.word("x");
        int later = small.word("later");
        int handler = small.word("handler");
        small.bodies.add(cpu -> cpu.store(x, 1));
        small.bodies.add(cpu -> {
            cpu.out(0x21, 1, 0xDB);
            cpu.out(StillDevice.PORT, 1, 1);
            cpu.store(later, cpu.load(x) + 10);
        });
        small.more = setup -> {
            setup.device(Raising::new);
            setup.line(5, cpu -> {
                cpu.store(handler, cpu.load(x) + 20);
                cpu.out(0x20, 1, 0x65);
            });
        };
        Set<List<Integer>> outcomes = small.outcomes(Footprint.Reduction.NONE, new Bounds(0, 0));
        assertThat(outcomes).contains(List.of(1, 10, 20), List.of(1, 11, 21));
        assertThat(outcomes)
                .as("the store comes after the port access and before the interrupt")
                .contains(List.of(1, 10, 21));
    }

    /** Raises line 5 when it is told to. */
    private static final class Raising extends StillDevice {
        private final Bus bus;
        private boolean line;

        Raising(Bus bus) {
            this.bus = bus;
        }

        @Override
        public void reset() {
            line = false;
        }

        @Override
        public void out(int port, int bytes, int value) {
            line = true;
            bus.line(5, true);
        }

        @Override
        public long digest() {
            return line ? 1 : 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Footprint.Reduction.class)
    void whoeverFreesAnObjectTouchesIt(Footprint.Reduction reduction) {
        Small small = new Small();
        int object = small.word("object");
        small.bodies.add(cpu -> cpu.load(object));
        small.bodies.add(cpu -> cpu.free(object, 1));
        assertThat(small.violations(reduction)).containsExactly("D23:use-after-free");
    }

    @ParameterizedTest
    @EnumSource(Footprint.Reduction.class)
    void anObjectIsInUseAgainOnlyOnceItIsAllocated(Footprint.Reduction reduction) {
        Small small = new Small();
        int object = small.word("object");
        int freed = small.word("freed");
        int own = small.word("own");
        small.bodies.add(cpu -> {
            cpu.free(object, 1);
            cpu.store(freed, 1);
            cpu.store(own, 1);
            cpu.load(object);
        });
        small.bodies.add(cpu -> {
            cpu.awaitNonZero(freed);
            cpu.allocate(object, 1);
        });
        assertThat(small.violations(reduction)).containsExactly("D23:use-after-free");
    }

    @ParameterizedTest
    @EnumSource(Footprint.Reduction.class)
    void theLastWordOfAnObjectIsFreedAsWell(Footprint.Reduction reduction) {
        Small small = new Small();
        int object = small.word("object");
        int last = small.word("last");
        small.bodies.add(cpu -> cpu.load(last));
        small.bodies.add(cpu -> cpu.free(object, 2));
        assertThat(small.violations(reduction)).containsExactly("D23:use-after-free");
    }
}
