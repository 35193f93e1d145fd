package dev.preemptcheck.arbitraries;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.KmapVariant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Kernels and what they run on: the axes of the verdict table. They shrink towards one processor without options. */
public final class Machines {
    private Machines() {}

    /** Configurations of every version for 1 to {@code cpusMax} processors. */
    public static Arbitrary<KernelConfig> configs(int cpusMax) {
        return Combinators.combine(
                        Arbitraries.of(KernelVersion.values()),
                        Arbitraries.integers().between(1, cpusMax),
                        Arbitraries.of(false, true),
                        Arbitraries.of(false, true))
                .as(KernelConfig::new);
    }

    /** Implementations of atomic mappings. */
    public static Arbitrary<KmapVariant> kmapVariants() {
        return Arbitraries.of(KmapVariant.values());
    }
}
