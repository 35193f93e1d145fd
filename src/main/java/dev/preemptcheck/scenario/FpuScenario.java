package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.init.FpuKernel;
import java.util.List;

/**
 * S2: programs that use the FPU and make the kernel use it.
 *
 * @param name what the set of programs is called
 * @param config the kernel's configuration
 * @param variant how the kernel uses the FPU
 * @param row the variant as the verdict table has it
 * @param programs one for each task
 */
public record FpuScenario(
        String name, KernelConfig config, FpuVariant variant, Variant row, List<FpuKernel.Program> programs)
        implements Scenario {
    public FpuScenario {
        programs = List.copyOf(programs);
    }

    @Override
    public MachineSetup setup() {
        return FpuKernel.boot(config, variant, programs);
    }

    @Override
    public Particulars particulars() {
        return new Particulars(
                config, row, programs.stream().map(FpuKernel.Program::pid).toList());
    }
}
