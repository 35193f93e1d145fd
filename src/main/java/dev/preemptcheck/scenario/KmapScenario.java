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

    /** The programs of that size, named {@code kmap/<size>}. */
    public static KmapScenario of(Size size, KernelConfig config, KmapVariant variant) {
        return new KmapScenario("kmap/" + size.id(), config, variant, programs(size));
    }

    /** The programs of S1 in that size. */
    static List<UserProgram> programs(Size size) {
        return size == Size.QUICK ? KmapPrograms.quick() : KmapPrograms.standard();
    }

    @Override
    public MachineSetup setup() {
        return KmapKernel.boot(config, variant, programs);
    }

    @Override
    public Particulars particulars() {
        return Particulars.ofPrograms(config, KmapSystem.variant(variant), programs);
    }
}
