package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.init.Kernel;
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

    @Override
    public MachineSetup setup() {
        MachineSetup setup = new MachineSetup(config.cpus(), config.preempt());
        Kernel.boot(setup, config, variant, programs);
        return setup;
    }
}
