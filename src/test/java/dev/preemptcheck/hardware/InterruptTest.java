package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class InterruptTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int x = rig.word("x", 0);
    private final int y = rig.word("y", 0);

    @AfterEach
    void close() {
        rig.close();
    }

    private void storeTwice(Cpu cpu) {
        cpu.store(x, 1);
        cpu.store(y, 1);
    }

    @Test
    void aRaisedTimerIsTakenAtTheNextAccess() {
        rig.on(0, this::storeTwice).timer(cpu -> cpu.load(x));
        rig.run(new Scripted("1 timer0"));
        assertThat(rig.log).startsWith("cpu0 store x=1", "timer0 load x=1", "cpu0 store y=1");
    }

    @Test
    void aTimerIsTakenOnItsOwnProcessor() {
        rig.on(0, this::storeTwice).timer(cpu -> cpu.load(x));
        rig.run(new Scripted("1 timer1"));
        assertThat(rig.log).startsWith("cpu0 store x=1", "timer1 load x=1");
    }

    @Test
    void aTimerWaitsWhileInterruptsAreOffAndIsTakenRightAfterSti() {
        rig.on(0, cpu -> {
            cpu.cli();
            cpu.store(x, 1);
            cpu.sti();
            cpu.store(y, 1);
        });
        rig.timer(cpu -> cpu.load(x));
        rig.run(new Scripted("1 timer0"));
        assertThat(rig.log).startsWith("cpu0 cli", "cpu0 store x=1", "cpu0 sti", "timer0 load x=1", "cpu0 store y=1");
    }

    @Test
    void nothingCanBeRaisedWhereItWouldNotBeTaken() {
        List<Integer> raisable = new ArrayList<>();
        rig.on(0, cpu -> {
            raisable.add(rig.machine().moves().raisable());
            cpu.cli();
            raisable.add(rig.machine().moves().raisable());
            cpu.sti();
            raisable.add(rig.machine().moves().raisable());
        });
        rig.run(Quiet.INSTANCE);
        assertThat(raisable).containsExactly(0b11, 0b10, 0b11);
    }

    @Test
    void aHandlerRunsWithInterruptsOffAndItsReturnSetsTheFlag() {
        List<Boolean> flags = new ArrayList<>();
        rig.on(0, cpu -> {
            storeTwice(cpu);
            flags.add(cpu.interruptsEnabled());
        });
        rig.timer(cpu -> {
            cpu.load(x);
            flags.add(cpu.interruptsEnabled());
        });
        rig.run(new Scripted("1 timer0", "2 timer0"));
        assertThat(rig.log.stream().filter(line -> line.startsWith("timer0"))).hasSize(2);
        assertThat(flags).containsExactly(false, false, true);
    }

    @Test
    void aHandlerIsToldWhetherItInterruptedUserMode() {
        List<Boolean> user = new ArrayList<>();
        rig.on(0, cpu -> {
            cpu.userMode(0);
            cpu.store(x, 1);
        });
        rig.timer(cpu -> user.add(cpu.interruptedUserMode()));
        rig.run(new Scripted("0 timer0", "1 timer0"));
        assertThat(user).containsExactly(true, false);
    }

    @Test
    void listenersHearOfTheHandlerProperOnly() {
        List<String> heard = new ArrayList<>();
        rig.on(0, this::storeTwice).timer(cpu -> {
            cpu.load(x);
            cpu.handlerDone();
            cpu.load(y);
        });
        rig.listener(new MachineListener() {
            @Override
            public void handlerEntered(int cpu, int task, int count) {
                heard.add("entered " + task);
            }

            @Override
            public void handlerLeft(int cpu, int task, int count) {
                heard.add("left " + task);
            }
        });
        rig.run(new Scripted("1 timer0"));
        assertThat(heard).containsExactly("entered 2", "left 2");
        assertThat(rig.log).startsWith("cpu0 store x=1", "timer0 load x=1", "cpu0 load y=0", "cpu0 store y=1");
    }

    @Test
    void aHandlerThatLeavesNoTraceLeavesTheStateAsItWas() {
        List<Long> states = statesBeforeStoreOfY(cpu -> cpu.load(x));
        assertThat(states).hasSize(2);
        assertThat(states.get(1)).isEqualTo(states.get(0));
    }

    @Test
    void aHandlerThatStoresChangesTheState() {
        List<Long> states = statesBeforeStoreOfY(cpu -> cpu.store(x, 2));
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    /** Before the interrupt and after it. */
    private List<Long> statesBeforeStoreOfY(MachineSetup.Body handler) {
        List<Long> states = new ArrayList<>();
        rig.on(0, this::storeTwice).timer(handler);
        Scripted schedule = new Scripted("1 timer0");
        rig.run(new Arbiter() {
            @Override
            public int choose(Machine m) {
                boolean beforeY = m.pending().op(0) == Op.STORE
                        && m.pending().word(0) == m.memory().index(y);
                if (beforeY) {
                    states.add(m.fingerprint());
                }
                return schedule.choose(m);
            }

            @Override
            public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
                return preferred;
            }
        });
        return states;
    }
}
