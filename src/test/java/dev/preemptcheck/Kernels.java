package dev.preemptcheck;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Size;
import java.util.List;

/** Kernels of S1 by the names of the verdict table. */
public final class Kernels {
    private Kernels() {}

    /** The configuration {@code UP}, {@code UPP}, {@code SMP} or {@code SMPP} with or without HIGHMEM_DEBUG. */
    public static KernelConfig config(String axis, boolean debug) {
        return new KernelConfig(KernelVersion.V2_4_10_PRE4, axis.startsWith("SMP") ? 2 : 1, axis.endsWith("PP"), debug);
    }

    public static KmapScenario scenario(KmapVariant variant, String axis, boolean debug, Size size) {
        return KmapScenario.of(size, config(axis, debug), variant);
    }

    public static KmapScenario scenario(KmapVariant variant, String axis, boolean debug, List<UserProgram> programs) {
        return new KmapScenario("test", config(axis, debug), variant, programs);
    }
}
