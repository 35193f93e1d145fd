package dev.preemptcheck.kernel.kbuild;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The choices of a {@code .config} that decide what is linked. What a modelled kernel is run with is a
 * {@link dev.preemptcheck.kernel.KernelConfig}.
 *
 * @param smp CONFIG_SMP
 * @param preempt CONFIG_PREEMPT
 * @param cpu the processor it is built for
 * @param memory how much memory it is built for
 */
public record BuildConfig(boolean smp, boolean preempt, CpuType cpu, MemorySize memory) {

    /** Every combination, processors and preemption first. */
    public static List<BuildConfig> all() {
        List<BuildConfig> all = new ArrayList<>();
        for (int axis = 0; axis < 4; axis++) {
            for (CpuType cpu : CpuType.values()) {
                for (MemorySize memory : MemorySize.values()) {
                    all.add(new BuildConfig((axis & 2) != 0, (axis & 1) != 0, cpu, memory));
                }
            }
        }
        return List.copyOf(all);
    }

    /** UP, UPP, SMP or SMPP. */
    public String axis() {
        return (smp ? "SMP" : "UP") + (preempt ? "P" : "");
    }

    /** The names of the options that are set, without {@code CONFIG_}. */
    public SortedSet<String> options() {
        SortedSet<String> set = new TreeSet<>(List.of(cpu.name(), memory.name()));
        if (smp) {
            set.add("SMP");
        }
        if (preempt) {
            set.add("PREEMPT");
        }
        return set;
    }

    /** The names of all options that can be set. */
    static SortedSet<String> known() {
        SortedSet<String> known = new TreeSet<>();
        all().forEach(config -> known.addAll(config.options()));
        return known;
    }
}
