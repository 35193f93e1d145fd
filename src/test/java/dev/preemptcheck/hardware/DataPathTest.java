package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DataPathTest {
    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int x = rig.word("x", 0x11223344);
    private final int entry = rig.pair("entry", 1, 2);
    private final List<Long> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource
    void partsOfAWordAreLittleEndianAndZeroExtended(MemoryModel model) {
        rig.under(model).on(0, cpu -> {
            see(cpu.load8(x), cpu.load8(x + 3), cpu.load16(x), cpu.load16(x + 2));
            cpu.store8(x + 1, 0xFFAB);
            cpu.store16(x + 2, 0x8001);
            see(cpu.load(x), cpu.load8(x + 1), cpu.load16(x + 2));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(0x44L, 0x11L, 0x3344L, 0x1122L, 0x8001AB44L - (1L << 32), 0xABL, 0x8001L);
        assertThat(rig.peek(x)).isEqualTo(0x8001AB44);
        assertThat(rig.log).contains("cpu0 store x=" + Part.of(x + 1, 1, 0xAB));
    }

    @ParameterizedTest
    @EnumSource
    void lockedInstructionsGiveWhatTheirFlagsOrOperandsWould(MemoryModel model) {
        rig.under(model).on(0, cpu -> {
            cpu.store(x, 6);
            see(cpu.add(x, -1), cpu.and(x, 4), cpu.or(x, 3), cpu.exchange(x, 9));
            see(
                    cpu.setBit(x, 1) ? 1 : 0,
                    cpu.setBit(x, 1) ? 1 : 0,
                    cpu.clearBit(x, 31) ? 1 : 0,
                    cpu.clearBit(x, 0) ? 1 : 0);
            see(cpu.compareExchange(x, 9, 1), cpu.compareExchange(x, 10, 1), cpu.load(x));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(5L, 4L, 7L, 7L, 0L, 1L, 0L, 1L, 10L, 10L, 1L);
    }

    @ParameterizedTest
    @EnumSource
    void sixtyFourBitsAreReachedAsAWholeOrInHalves(MemoryModel model) {
        rig.under(model).on(0, cpu -> {
            seen.add(cpu.loadWhole(entry));
            cpu.store64(entry, 0x3_0000_0004L, HalfOrder.HIGH_FIRST);
            seen.add(cpu.load64(entry, HalfOrder.LOW_FIRST));
            seen.add(cpu.compareExchange8(entry, 0x3_0000_0004L, 0x5_0000_0006L));
            seen.add(cpu.compareExchange8Unlocked(entry, 0, 7));
            cpu.storeWhole(entry, cpu.loadWhole(entry) + 1);
            seen.add(cpu.loadWhole(entry));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen)
                .containsExactly(0x2_0000_0001L, 0x3_0000_0004L, 0x3_0000_0004L, 0x5_0000_0006L, 0x5_0000_0007L);
        assertThat(rig.log)
                .containsSequence(
                        "cpu0 store entry+4=3", "cpu0 store entry=4", "cpu0 load entry=4", "cpu0 load entry+4=3");
    }

    @ParameterizedTest
    @EnumSource
    void anUnlockedCompareAndExchangeUndoesWhatComesBetweenItsHalves(MemoryModel model) {
        rig.under(model)
                .on(0, cpu -> seen.add(cpu.compareExchange8Unlocked(entry, 0, 7)))
                .on(1, cpu -> cpu.compareExchange8(entry, 0x2_0000_0001L, 0x5_0000_0006L));
        rig.run(new Scripted("1 cpu1"));
        assertThat(rig.peek(entry)).isEqualTo(1);
        assertThat(rig.peek(entry + 4)).isEqualTo(2);
    }

    @Test
    void noInterruptComesBetweenTheHalvesOfOneInstruction() {
        List<Integer> raisable = new ArrayList<>();
        rig.on(0, cpu -> cpu.compareExchange8Unlocked(entry, 0, 7));
        rig.run(new Scripted() {
            @Override
            public int choose(Machine machine) {
                raisable.add(machine.moves().raisable() & 1);
                return super.choose(machine);
            }
        });
        assertThat(raisable.subList(0, 3)).containsExactly(1, 0, 1);
    }

    @Test
    void aWholeStoreLeavesTheBufferInOnePiece() {
        rig.under(MemoryModel.PSO).on(0, cpu -> {
            cpu.storeWhole(entry, 0x5_0000_0006L);
            cpu.store(entry + 4, 8);
            see(cpu.load(entry), cpu.load(entry + 4));
        });
        List<Integer> waiting = new ArrayList<>();
        rig.run(new Scripted("2 drain0@0") {
            @Override
            public int choose(Machine machine) {
                waiting.add(machine.moves().waitingStores(0));
                if (machine.steps() == 2 && machine.moves().waitingStores(0) == 1) {
                    see(rig.peek(entry), rig.peek(entry + 4));
                }
                return super.choose(machine);
            }
        });
        assertThat(waiting.subList(0, 4)).containsExactly(0, 1, 2, 1);
        assertThat(seen.subList(0, 4)).containsExactly(6L, 5L, 6L, 8L);
        assertThat(rig.peek(entry + 4)).isEqualTo(8);
    }

    @Test
    void aLaterStoreToHalfAPairWaitsForIt() {
        rig.under(MemoryModel.PSO).on(0, cpu -> {
            cpu.storeWhole(entry, 0x5_0000_0006L);
            cpu.store(entry + 4, 8);
        });
        List<Integer> drainers = new ArrayList<>();
        rig.run(new Scripted() {
            @Override
            public int choose(Machine machine) {
                if (machine.moves().waitingStores(0) == 2 && drainers.isEmpty()) {
                    int[] moves = new int[Moves.MOVES_MAX];
                    int size = machine.moves().all(moves);
                    Arrays.stream(moves, 0, size).forEach(drainers::add);
                }
                return super.choose(machine);
            }
        });
        assertThat(drainers).containsExactly(Agent.drain(0, 0));
    }

    @Test
    void addressesThatAreNotAlignedAreRefused() {
        rig.on(0, cpu -> cpu.load(x + 1));
        assertThatThrownBy(() -> rig.run(Quiet.INSTANCE)).hasMessageContaining("not aligned to 4 bytes");
        MachineRig other = new MachineRig(Carrier.best(), 1);
        int y = other.word("y", 0);
        other.on(0, cpu -> cpu.store16(y + 1, 0));
        assertThatThrownBy(() -> other.run(Quiet.INSTANCE)).hasMessageContaining("not aligned to 2 bytes");
        other.close();
    }

    @Test
    void anyAddressOfKernelDataPrintsAsNameAndOffset() {
        Memory memory = rig.machine().memory();
        assertThat(memory.symbolAt(x)).isEqualTo("x");
        assertThat(memory.symbolAt(x + 2)).isEqualTo("x+2");
        assertThat(memory.symbolAt(entry + 4)).isEqualTo("entry+4");
        assertThat(memory.symbolAt(entry + 7)).isEqualTo("entry+7");
        assertThat(memory.symbolAt(0xFFFF0000)).isEqualTo("0xffff0000");
    }

    private void see(long... values) {
        for (long value : values) {
            seen.add(value);
        }
    }
}
