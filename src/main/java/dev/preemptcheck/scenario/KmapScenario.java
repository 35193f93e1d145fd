package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.init.KmapKernel;
import dev.preemptcheck.kernel.init.UserProgram;
import java.util.List;

/**
 * S1: programs whose page faults clear and copy pages through atomic kernel mappings.
 *
 * @param name what the set of programs is called
 * @param config the kernel's configuration
 * @param variant the implementation of atomic mappings in force
 * @param programs one for each task
 */
public record KmapScenario(String name, KernelConfig config, KmapVariant variant, List<UserProgram> programs)
        implements Scenario {
    public KmapScenario {
        programs = List.copyOf(programs);
    }

    private static final String PREFIX = "kmap/";

    /** The programs of that size, named {@code kmap/<size>}. */
    public static KmapScenario of(Size size, KernelConfig config, KmapVariant variant) {
        return new KmapScenario(PREFIX + size.id(), config, variant, size.kmapPrograms());
    }

    /**
     * The scenario that a seed names.
     *
     * @param name {@code kmap/<size>}
     * @param patch the patch in force, or {@code none}
     * @throws IllegalArgumentException if there is no such scenario or patch
     */
    public static KmapScenario named(String name, KernelConfig config, String patch) {
        if (!name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "no scenario is called '" + name + "'; there are kmap/quick, kmap/standard" + " and kmap/deep");
        }
        return of(Size.of(name.substring(PREFIX.length())), config, KmapVariant.ofPatch(patch));
    }

    @Override
    public MachineSetup setup() {
        return KmapKernel.boot(config, variant, programs);
    }
}
