package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.kernel.asm.KmapVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the modelled machine predicts for each lesson: the same program, every interleaving. */
final class Model {
    /** Enough for the lessons on slots: with 5 their sets were the same. */
    private static final int INTERRUPTS_MAX = 4;

    private static final Map<String, SortedSet<String>> PREDICTED = new TreeMap<>();
    private static final Map<String, Supplier<SortedSet<String>>> LESSONS = new TreeMap<>();

    static {
        lesson(KmapSlot_01_TestThenSet.class, () -> kmap(KmapVariant.HM_0, false));
        lesson(KmapSlot_02_Unmap.class, () -> kmap(KmapVariant.HM_0, true));
        lesson(KmapSlot_03_PreemptionOff.class, () -> kmap(KmapVariant.HM_4, true));
        lesson(Entry_01_HighFirst_ReadLowFirst.class, () -> entry("HL", "LH"));
        lesson(Entry_02_HighFirst_ReadHighFirst.class, () -> entry("HL", "HL"));
        lesson(Entry_03_HighFirst_ReadWhole.class, () -> entry("HL", "64"));
        lesson(Entry_04_LowFirst_ReadLowFirst.class, () -> entry("LH", "LH"));
        lesson(Entry_05_LowFirst_ReadHighFirst.class, () -> entry("LH", "HL"));
        lesson(Entry_06_LowFirst_ReadWhole.class, () -> entry("LH", "64"));
        lesson(Entry_07_Whole_ReadLowFirst.class, () -> entry("64", "LH"));
        lesson(Entry_08_Whole_ReadHighFirst.class, () -> entry("64", "HL"));
        lesson(Entry_09_Whole_ReadWhole.class, () -> entry("64", "64"));
    }

    private Model() {}

    private static void lesson(Class<?> lesson, Supplier<SortedSet<String>> prediction) {
        LESSONS.put(lesson.getCanonicalName(), prediction);
    }

    /** The outcomes of a lesson: a litmus test's under x86-TSO. */
    static SortedSet<String> predicts(Class<?> lesson) {
        return PREDICTED.computeIfAbsent(lesson.getCanonicalName(), name -> prediction(lesson));
    }

    private static SortedSet<String> prediction(Class<?> lesson) {
        if (Litmus.class.isAssignableFrom(lesson)) {
            return LitmusModel.outcomes(lesson.asSubclass(Litmus.class), MemoryModel.TSO);
        }
        Supplier<SortedSet<String>> prediction = LESSONS.get(lesson.getCanonicalName());
        if (prediction == null) {
            throw new IllegalArgumentException(lesson + " has no model: add its program to " + Model.class.getName());
        }
        return prediction.get();
    }

    private static SortedSet<String> kmap(KmapVariant variant, boolean unmaps) {
        TwoTasksOneCpu kernel = new TwoTasksOneCpu(variant, unmaps);
        return Interleavings.outcomes(
                kernel.setup(), INTERRUPTS_MAX, machine -> pair(machine, kernel.resultIndex(0), kernel.resultIndex(1)));
    }

    private static SortedSet<String> entry(String writer, String reader) {
        Two two = new Two();
        int low = two.memory.word("low", 0);
        int high = two.memory.word("high", 0);
        int bus = two.memory.word("bus", 1);
        return two.outcomes(
                cpu -> instructions(
                        cpu, bus, writer, low, high, half -> cpu.store(half, half == low ? Entry.LP : Entry.H)),
                cpu -> instructions(
                        cpu, bus, reader, low, high, half -> cpu.store(half == low ? two.r1 : two.r2, cpu.load(half))));
    }

    /** Accesses both halves: in one instruction, or one after the other. An instruction has the bus to itself. */
    private static void instructions(Cpu cpu, int bus, String order, int low, int high, Half access) {
        List<List<Integer>> instructions = switch (order) {
            case "LH" -> List.of(List.of(low), List.of(high));
            case "HL" -> List.of(List.of(high), List.of(low));
            default -> List.of(List.of(low, high));
        };
        for (List<Integer> halves : instructions) {
            cpu.acquire(bus, 1, 0);
            halves.forEach(access::at);
            cpu.release(bus, 1);
        }
    }

    @FunctionalInterface
    private interface Half {
        void at(int address);
    }

    private static String pair(Machine machine, int first, int second) {
        return machine.memory().peek(first) + ", " + machine.memory().peek(second);
    }

    /** A machine with one task on each of two processors, which end by waiting for good. */
    private static final class Two {
        private final MachineSetup setup = new MachineSetup(2, false);
        private final Memory memory = setup.memory();
        private final int r1 = memory.word("r1", 0);
        private final int r2 = memory.word("r2", 0);
        private final int never = memory.word("never", 0);

        SortedSet<String> outcomes(MachineSetup.Body first, MachineSetup.Body second) {
            List<MachineSetup.Body> bodies = new ArrayList<>(List.of(first, second));
            for (int i = 0; i < bodies.size(); i++) {
                MachineSetup.Body body = bodies.get(i);
                setup.boot(i, setup.task("task" + i, true, 0, cpu -> {
                    body.run(cpu);
                    cpu.awaitNonZero(never);
                }));
            }
            return Interleavings.outcomes(setup, 0, machine -> pair(machine, memory.index(r1), memory.index(r2)));
        }
    }
}
