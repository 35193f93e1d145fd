package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.device.Rtl8139;
import dev.preemptcheck.hardware.device.Rtl8139Setup;
import dev.preemptcheck.hardware.interrupt.Vector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What comes to a processor from outside: messages, NMIs, lines of devices, and the clock. */
final class ArrivalTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int x = rig.word("x", 0);
    private final int y = rig.word("y", 0);
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aMessageArrivesWhenItIsChosenToAndIsTakenAtOnce() {
        rig.interrupt(Vector.CALL_FUNCTION, cpu -> {
                    cpu.store(x, 1);
                    cpu.endOfInterrupt();
                })
                .on(0, cpu -> {
                    cpu.sendInterrupt(0b10, Vector.CALL_FUNCTION);
                    cpu.load(y);
                    cpu.awaitNonZero(x);
                })
                .on(1, cpu -> cpu.store(y, 1));
        rig.run(new Scripted("2 ipi0@1"));
        assertThat(rig.log.subList(0, 5))
                .containsExactly(
                        "cpu0 send",
                        "cpu0 load y=0",
                        "call-function1 store x=1",
                        "call-function1 eoi",
                        "cpu1 store y=1");
    }

    @Test
    void whatNobodyChoseArrivesBeforeTheRunMayEnd() {
        rig.interrupt(Vector.RESCHEDULE, cpu -> {
                    cpu.store(x, 1);
                    cpu.endOfInterrupt();
                })
                .on(0, cpu -> cpu.sendInterrupt(0b10, Vector.RESCHEDULE));
        rig.run(Quiet.INSTANCE);
        assertThat(rig.peek(x)).isEqualTo(1);
    }

    @Test
    void aMessageWaitsForTheInterruptFlag() {
        rig.interrupt(Vector.RESCHEDULE, cpu -> {
                    cpu.store(x, 1);
                    cpu.endOfInterrupt();
                })
                .on(0, cpu -> cpu.sendInterrupt(0b10, Vector.RESCHEDULE))
                .on(1, cpu -> {
                    cpu.cli();
                    cpu.store(y, 1);
                    cpu.sti();
                    cpu.store(y, 2);
                });
        rig.run(new Scripted("1 cpu1", "2 ipi0@1"));
        assertThat(rig.log)
                .containsSequence(
                        "cpu1 cli",
                        "cpu1 store y=1",
                        "cpu1 sti",
                        "reschedule1 store x=1",
                        "reschedule1 eoi",
                        "cpu1 store y=2");
    }

    @Test
    void aHigherClassInterruptsAHandlerThatLetsItAndAnEqualOneWaitsForItsEnd() {
        MachineSetup.Body handler = cpu -> {
            cpu.sti();
            cpu.load(x);
            cpu.cli();
            cpu.endOfInterrupt();
        };
        rig.interrupt(Vector.LOCAL_TIMER, handler)
                .interrupt(Vector.CALL_FUNCTION, handler)
                .interrupt(Vector.RESCHEDULE, handler)
                .on(0, cpu -> {
                    cpu.sendInterrupt(0b10, Vector.CALL_FUNCTION);
                    cpu.sendInterrupt(0b10, Vector.RESCHEDULE);
                })
                .on(1, cpu -> cpu.load(y));
        rig.run(new Scripted("1 timer1", "2 ipi0@1", "3 cpu0", "4 ipi0@1"));
        assertThat(rig.log)
                .filteredOn(line -> line.contains("1 "))
                .startsWith(
                        "timer1 sti",
                        "call-function1 sti",
                        "call-function1 load x=0",
                        "call-function1 cli",
                        "call-function1 eoi",
                        "reschedule1 sti");
    }

    @Test
    void anNmiIgnoresTheFlagAndComesBackToIt() {
        rig.nmi(cpu -> cpu.store(x, 1)).on(0, cpu -> {
            cpu.cli();
            cpu.store(y, 1);
            seen.add(cpu.interruptsEnabled() ? 1 : 0);
            cpu.sti();
        });
        rig.run(new Scripted("1 nmi0"));
        assertThat(rig.log.subList(0, 3)).containsExactly("cpu0 cli", "nmi0 store x=1", "cpu0 store y=1");
        assertThat(seen).containsExactly(0);
    }

    @Test
    void anNmiHitsInsideAHandlerButNotInsideItself() {
        List<Boolean> possible = new ArrayList<>();
        rig.nmi(cpu -> cpu.store(x, 1)).timer(cpu -> cpu.store(y, 1)).on(0, cpu -> cpu.load(x));
        rig.run(new Scripted("0 timer0", "0 nmi0") {
            @Override
            public int choose(Machine machine) {
                if (machine.inHandler(0)) {
                    possible.add(machine.moves().canMove(Agent.nmi(0)));
                }
                return super.choose(machine);
            }
        });
        assertThat(rig.log.subList(0, 3)).containsExactly("nmi0 store x=1", "timer0 store y=1", "cpu0 load x=1");
        assertThat(possible).containsExactly(true, false, true);
    }

    @Test
    void aHandlerThatIsMissingIsNamed() {
        rig.on(0, cpu -> cpu.sendInterrupt(0b10, Vector.RESCHEDULE));
        rig.interrupt(Vector.CALL_FUNCTION, cpu -> {});
        assertThatThrownBy(() -> rig.run(Quiet.INSTANCE)).hasMessageContaining("no handler for reschedule");
    }

    @Test
    void aDelayEndsWhenTheClockIsAdvanced() {
        rig.setup().clock();
        rig.on(0, cpu -> {
                    cpu.delay(400);
                    cpu.store(x, 1);
                })
                .on(1, cpu -> seen.add(cpu.load(x)));
        rig.run(Quiet.INSTANCE);
        assertThat(rig.log.subList(0, 3)).containsExactly("cpu0 arm", "cpu1 load x=0", "cpu1 switch");
        assertThat(rig.log).endsWith("cpu0 delay", "cpu0 store x=1", "cpu0 switch");
    }

    @Test
    void aDeviceRaisesItsLineThroughThe8259sAndWritesMemoryByItself() {
        Rtl8139Setup card = new Rtl8139Setup("eth0", 0xC000, 11, 64, List.of(4));
        rig.setup().device(bus -> new Rtl8139(card, bus));
        rig.frame(0x100, 16);
        rig.line(11, cpu -> {
            seen.add(cpu.in(0xC03E, 2));
            cpu.out(0xC03E, 2, 0xFFFF);
            cpu.out(0xA0, 1, 0x63);
            cpu.out(0x20, 1, 0x62);
        });
        rig.on(0, cpu -> {
            cpu.out(0xA1, 1, 0xF7);
            cpu.out(0xC030, 4, 0x100000);
            cpu.out(0xC03C, 2, Rtl8139.RX_OK);
            cpu.out(0xC037, 1, Rtl8139.RX_ENABLE);
            cpu.load(x);
        });
        List<String> made = new ArrayList<>();
        int[] moves = new int[Moves.MOVES_MAX];
        rig.run(new Scripted() {
            @Override
            public int choose(Machine machine) {
                if (machine.steps() >= 4 && machine.moves().all(moves) > 0 && made.size() < 20) {
                    made.add(machine.moves().deviceMove(moves[0]));
                    return moves[0];
                }
                return super.choose(machine);
            }
        });
        assertThat(made).isNotEmpty();
        assertThat(seen).contains(Rtl8139.RX_OK);
        assertThat(rig.machine().memory().peek(rig.machine().memory().physical(0x100004)))
                .isNotZero();
    }
}
