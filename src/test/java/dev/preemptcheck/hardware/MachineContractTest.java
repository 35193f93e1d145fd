package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.device.AtaPort;
import dev.preemptcheck.hardware.device.AtaSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What code and setups can rely on from one run to the next and in a state's digest, and what they are refused. */
final class MachineContractTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int x = rig.word("x", 0);
    private final int y = rig.word("y", 0);

    @AfterEach
    void close() {
        rig.close();
    }

    /** Answers freely. */
    private static final class Asking extends StillDevice {
        private final Bus bus;

        Asking(Bus bus) {
            this.bus = bus;
        }

        @Override
        public int in(int port, int bytes) {
            return bus.anyOf(2);
        }
    }

    /** The fingerprints of the states in which {@code when} holds, in order. */
    private static final class Watching extends Scripted {
        private final Predicate<Machine> when;
        private final List<Long> states;

        Watching(Predicate<Machine> when, List<Long> states, String... deviations) {
            super(deviations);
            this.when = when;
            this.states = states;
        }

        @Override
        public int choose(Machine machine) {
            if (when.test(machine)) {
                states.add(machine.fingerprint());
            }
            return super.choose(machine);
        }
    }

    private Predicate<Machine> before(int op, int word) {
        return m -> m.running() == 0
                && m.pending().op(0) == op
                && m.pending().word(0) == (word == 0 ? -1 : m.memory().index(word));
    }

    // ---- not reset between runs

    @Test
    void aRunThatIsCutWhileADeviceIsAskedLeavesNothingBehind() {
        rig.setup().device(Asking::new);
        rig.on(0, cpu -> {
            cpu.load(x);
            cpu.pick(0b101, true);
            cpu.in(StillDevice.PORT, 1);
        });
        List<String> asked = new ArrayList<>();
        Scripted cutsAnswers = new Scripted() {
            @Override
            public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
                asked.add(Agent.name(machine.picked(preferred)));
                return asked.size() == 2 ? Agent.STOP : preferred;
            }
        };
        rig.run(cutsAnswers);
        rig.run(cutsAnswers);
        assertThat(asked).startsWith("task2", "answer0@0", "task2");
    }

    // ---- missing from the fingerprint

    @Test
    void theFlagThatAnNmiComesBackToIsPartOfTheState() {
        rig.nmi(cpu -> cpu.load(y));
        rig.on(0, cpu -> {
            if (cpu.load(x) == 0) {
                cpu.cli();
            }
            cpu.loopHead(0);
            cpu.load(y);
        });
        rig.on(1, cpu -> {
            cpu.store(x, 1);
            cpu.store(x, 0);
        });
        Predicate<Machine> inNmi = m -> m.running() == 0 && m.inHandler(0);
        List<Long> off = new ArrayList<>();
        rig.run(new Watching(inNmi, off, "3 cpu1", "5 nmi0"));
        assertThat(rig.log.subList(0, 6))
                .containsExactly(
                        "cpu0 load x=0", "cpu0 cli", "cpu0 loop", "cpu1 store x=1", "cpu1 store x=0", "nmi0 load y=0");
        List<Long> on = new ArrayList<>();
        rig.run(new Watching(inNmi, on, "0 cpu1", "1 cpu0", "3 cpu1", "4 nmi0"));
        assertThat(rig.log.subList(0, 5))
                .containsExactly("cpu1 store x=1", "cpu0 load x=1", "cpu0 loop", "cpu1 store x=0", "nmi0 load y=0");
        assertThat(off).hasSize(1).doesNotContainAnyElementsOf(on);
    }

    @Test
    void theMasksOfThe8259sArePartOfTheStateOfAMachineWithoutLines() {
        rig.timer(cpu -> cpu.out(0x21, 1, 0xAA)).on(0, cpu -> {
            cpu.store(x, 1);
            cpu.store(y, 1);
            cpu.in(0x21, 1);
        });
        List<Long> states = new ArrayList<>();
        rig.run(new Watching(before(Op.STORE, y), states, "1 timer0"));
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void twoLoopsInScopesAreDifferentPlacesThoughTheSameLocalsLive() {
        rig.on(0, cpu -> {
            for (int loop = 0; loop < 2; loop++) {
                cpu.enterScope();
                cpu.loopHead(0);
                cpu.load(x);
                cpu.leaveScope();
            }
            cpu.store(y, 1);
        });
        List<Long> states = new ArrayList<>();
        rig.run(new Watching(before(Op.LOAD, x), states));
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void twoWaitsForOneWordAreDifferentPlaces() {
        int go = rig.word("go", 1);
        rig.on(0, cpu -> {
            cpu.awaitNonZero(go);
            cpu.load(x);
            cpu.awaitNonZero(go);
            cpu.load(x);
            cpu.store(y, 1);
        });
        List<Long> states = new ArrayList<>();
        rig.run(new Watching(before(Op.LOAD, x), states));
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    // ---- time

    @Test
    void aHandlersDelayDoesNotShortenThatOfTheTaskBelow() {
        SimulatedClock clock = rig.setup().clock();
        List<Long> ends = new ArrayList<>();
        rig.timer(cpu -> cpu.delay(400)).on(0, cpu -> {
            cpu.delay(1000);
            ends.add(clock.now());
        });
        rig.run(new Scripted("1 timer0"));
        assertThat(ends).allMatch(nanos -> nanos >= 1000);
    }

    @Test
    void aReturnPathMayDelayBelowAHandlerThatDelaysAgain() {
        SimulatedClock clock = rig.setup().clock();
        List<Long> ends = new ArrayList<>();
        rig.timer(cpu -> {
            boolean first = cpu.add(x, 1) == 1;
            cpu.handlerDone();
            cpu.sti();
            cpu.delay(first ? 1000 : 400);
            ends.add(clock.now());
        });
        rig.on(0, cpu -> cpu.load(y));
        rig.run(new Scripted("0 timer0", "3 timer0"));
        assertThat(ends).containsExactly(400L, 1000L);
    }

    // ---- store buffers

    @Test
    void manyStoresAndThenReleasesFitTheBufferUnderPso() {
        rig.under(MemoryModel.PSO).on(0, cpu -> {
            for (int i = 1; i < StoreBuffer.STORES_MAX; i++) {
                cpu.store(x, i);
            }
            for (int i = 0; i < 4; i++) {
                cpu.release(y, i);
            }
        });
        assertThatCode(() -> rig.run(Quiet.INSTANCE)).doesNotThrowAnyException();
        assertThat(rig.peek(y)).isEqualTo(3);
    }

    @Test
    void theWordsOfAnFpuImageReachMemoryOneByOne() {
        int image = rig.setup().memory().object("image", new int[Fpu.FNSAVE_WORDS]);
        List<Integer> first = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        rig.under(MemoryModel.TSO).on(0, cpu -> {
            cpu.fpu().fld(7);
            cpu.fpu().fnsave(image);
            cpu.load(x);
        });
        rig.run(new Scripted("2 drain0@1") {
            @Override
            public int choose(Machine machine) {
                if (machine.steps() == 2) {
                    first.add(machine.memory().peek(machine.memory().index(image)));
                    last.add(machine.memory().peek(machine.memory().index(image) + 3));
                }
                return super.choose(machine);
            }
        });
        assertThat(first).startsWith(0, 0x37F);
        assertThat(last).startsWith(0, 0);
    }

    // ---- limits that are met without being named

    @Test
    void nineProcessorsHaveAClock() {
        MachineSetup setup = new MachineSetup(9, true);
        int never = setup.memory().word("never", 0);
        setup.clock();
        List<Integer> waited = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            setup.boot(i, setup.task("idle" + i, true, 0, cpu -> {
                cpu.delay(1);
                waited.add(cpu.cpuId());
                cpu.awaitNonZero(never);
            }));
        }
        Machine machine = setup.build(Carrier.best(), new MachineListener() {});
        assertThatCode(() -> machine.run(0)).doesNotThrowAnyException();
        assertThat(waited).hasSize(9);
    }

    @Test
    void theClockThatADeviceBringsAlongCountsAsADevice() {
        for (int i = 0; i < 7; i++) {
            rig.setup().device(Asking::new);
        }
        assertThatThrownBy(() -> rig.setup().device(bus -> new AtaPort(AtaSetup.primary(2, 1), bus)))
                .hasMessageContaining("at most 8 devices");
    }

    @Test
    void unaskedFillsOfMoreThan64PagesAreRefused() {
        int first = rig.setup().memory().object("pte", new int[65]);
        rig.setup().pageTable(new PageTable(0xFFF00000, 65, first));
        rig.setup().allowSpeculativeFills();
        rig.on(0, cpu -> cpu.load(x));
        assertThatThrownBy(() -> rig.run(Quiet.INSTANCE)).hasMessageContaining("64 pages");
    }

    @Test
    void linesVectorsAndProcessorsThatThereAreNotAreRefused() {
        MachineSetup setup = rig.setup();
        assertThatThrownBy(() -> setup.line(2, cpu -> {})).hasMessageContaining("line 2");
        assertThatThrownBy(() -> setup.line(16, cpu -> {})).hasMessageContaining("line 16");
        assertThatThrownBy(() -> setup.interrupt(14, cpu -> {})).hasMessageContaining("vector 14");
        assertThatThrownBy(() -> setup.boot(2, 0)).hasMessageContaining("processor 2");
    }

    @Test
    void aDelayNeedsAClock() {
        rig.on(0, cpu -> cpu.delay(1));
        assertThatThrownBy(() -> rig.run(Quiet.INSTANCE)).hasMessageContaining("no clock");
    }

    // ---- what a kernel author gets wrong, and is not told

    @Test
    void twoProcessorsCanNotBootOnOneStack() {
        MachineSetup setup = new MachineSetup(2, true);
        setup.task("idle", true, 0, cpu -> {});
        assertThatThrownBy(() -> setup.build(Carrier.best(), new MachineListener() {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTaskThatRunsElsewhereCanNotBeSwitchedTo() {
        rig.on(0, cpu -> cpu.switchTo(3)).on(1, cpu -> {
            cpu.store(x, 1);
            cpu.store(y, 1);
        });
        assertThatThrownBy(() -> rig.run(Quiet.INSTANCE)).hasMessageContaining("task1");
    }

    @Test
    void aTaskThatHasEndedCanNotBeSwitchedTo() {
        rig.on(1, cpu -> cpu.add(x, 1)).on(0, cpu -> {
            cpu.awaitNonZero(x);
            cpu.load(y);
            cpu.switchTo(3);
        });
        try {
            rig.run(new Scripted("0 cpu1", "2 cpu0"));
        } catch (IllegalStateException | IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("task1");
        }
        assertThat(rig.log).filteredOn("cpu0 locked x=2"::equals).isEmpty();
    }

    @Test
    void aBitBeyondTheWordIsNotOneInTheWord() {
        int map = rig.pair("map", 0, 0);
        rig.on(0, cpu -> {
            try {
                cpu.setBit(map, 40);
            } catch (IllegalArgumentException | IllegalStateException refused) {
                assertThat(refused).hasMessageContaining("40");
            }
        });
        rig.run(Quiet.INSTANCE);
        assertThat(rig.peek(map)).isZero();
    }

    @Test
    void aFrameCanNotLieWhereKernelDataIs() {
        Memory memory = rig.setup().memory();
        int pfn = (Memory.KERNEL_DATA - Memory.PAGE_OFFSET) >>> 12;
        assertThatThrownBy(() -> memory.frame(pfn, "frame", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aProgramHasNoFpuInAHandler() {
        rig.timer(cpu -> cpu.userFpu().fld(1)).on(0, cpu -> {
            cpu.load(x);
            cpu.load(y);
        });
        assertThatThrownBy(() -> rig.run(new Scripted("1 timer0"))).isInstanceOf(IllegalStateException.class);
    }
}
