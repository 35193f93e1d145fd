package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.kernel.asm.KmapVariant;
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

    private static String pair(Machine machine, int first, int second) {
        return machine.memory().peek(first) + ", " + machine.memory().peek(second);
    }
}
