package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FpuPathTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 1);
    private final int image = rig.setup().memory().object("image", new int[Fpu.FNSAVE_WORDS]);
    private final int flag = rig.word("flag", 0);
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource
    void anInstructionWithTaskSwitchedSetRaisesNmThroughTheGateAndIsMadeAnew(Gate gate) {
        rig.setup().deviceNotAvailable(gate, cpu -> {
            seen.add(cpu.interruptsEnabled() ? 1 : 0);
            cpu.fpu().clts();
            cpu.fpu().frstor(image);
        });
        rig.on(0, cpu -> {
            cpu.fpu().fld(7);
            cpu.fpu().fnsave(image);
            cpu.fpu().stts();
            seen.add(cpu.userFpu().fstp());
            seen.add(cpu.interruptsEnabled() ? 1 : 0);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(gate == Gate.TRAP ? 1 : 0, 7, 1);
        assertThat(rig.log).contains("cpu0 fault %fpu0=1").anyMatch(line -> line.startsWith("cpu0 fpusave image="));
    }

    @Test
    void mmxInTheKernelTakesTheRegistersOfTheProgram() {
        List<Integer> owners = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void fpuUsed(int cpu, int task, int owner, boolean write) {
                owners.add(owner);
            }
        });
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().movqIn(7, 1);
            cpu.fpu().emms();
            seen.add(cpu.userFpu().fstp());
        });
        rig.run(Quiet.INSTANCE);
        assertThat(owners.subList(0, 2)).containsExactly(1, -1);
        assertThat(seen).doesNotContain(7);
    }

    @Test
    void anImageKeepsItsOwnerThroughMemory() {
        List<Integer> owners = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void fpuUsed(int cpu, int task, int owner, boolean write) {
                owners.add(owner);
            }
        });
        rig.on(0, cpu -> {
            cpu.userFpu().fld(7);
            cpu.fpu().fxsave(image);
            cpu.fpu().movqIn(0, 1);
            cpu.fpu().fxrstor(image);
            seen.add(cpu.userFpu().fstp());
        });
        rig.run(Quiet.INSTANCE);
        assertThat(owners).containsExactly(1, 1, -1, 1, 1);
        assertThat(seen).containsExactly(7);
    }

    @Test
    void anImageWaitsInTheStoreBufferAndReachesMemoryInOnePiece() {
        int[] drains = new int[1];
        rig.under(MemoryModel.TSO).on(0, cpu -> {
            cpu.fpu().fld(7);
            cpu.fpu().fnsave(image);
            seen.add(rig.machine().waitingStores(0));
            seen.add(peekAtImage());
            cpu.load(flag);
            seen.add(rig.machine().waitingStores(0));
        });
        rig.run(new Scripted() {
            @Override
            public int choose(Machine machine) {
                boolean drain = machine.waitingStores(0) > 0 && machine.steps() == 2 && drains[0]++ == 0;
                return drain ? Agent.drain(0, 1) : super.choose(machine);
            }
        });
        assertThat(seen).containsExactly(Fpu.FNSAVE_WORDS, 0, 0);
        assertThat(peekAtImage()).isNotZero();
    }

    /** All words of the image in one. */
    private int peekAtImage() {
        int sum = 0;
        for (int i = 0; i < Fpu.FNSAVE_WORDS; i++) {
            sum |= rig.peek(image + 4 * i);
        }
        return sum;
    }

    @Test
    void withoutAHandlerNmIsABug() {
        List<String> bugs = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void bug(int cpu, int task, String outcome, String place) {
                bugs.add(outcome);
            }
        });
        rig.on(0, cpu -> {
            cpu.fpu().stts();
            cpu.fpu().fninit();
            cpu.store(flag, 1);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(bugs).containsExactly("device-not-available");
        assertThat(rig.peek(flag)).isZero();
    }
}
