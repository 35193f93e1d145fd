package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.init.UserProgram;
import java.util.List;

/**
 * What seeds and reports say about a scenario beyond its name: nothing here changes how it runs.
 *
 * @param config the kernel's configuration
 * @param variant the implementation in force
 * @param pids process ids of the tasks that are not idle, in the order of their numbers; one that is missing here has its
 *     number for a process id
 * @param programs what those tasks ask of the kernel, in the same order, where they are made of such programs; else empty
 */
public record Particulars(KernelConfig config, Variant variant, List<Integer> pids, List<UserProgram> programs) {
    public Particulars {
        pids = List.copyOf(pids);
        programs = List.copyOf(programs);
    }

    /** Tasks with these process ids. */
    public Particulars(KernelConfig config, Variant variant, List<Integer> pids) {
        this(config, variant, pids, List.of());
    }

    /** Tasks that run programs, each with its own process id. */
    public static Particulars ofPrograms(KernelConfig config, Variant variant, List<UserProgram> programs) {
        return new Particulars(
                config, variant, programs.stream().map(UserProgram::pid).toList(), programs);
    }

    /** What a setup itself says, for a scenario that says no more: the kernel is taken for 2.6.9 without a patch. */
    public static Particulars of(String scenario, MachineSetup setup) {
        KernelConfig config = new KernelConfig(KernelVersion.V2_6_9_RC1_VP, setup.cpus(), setup.preemptible());
        return new Particulars(
                config, new Variant(scenario, Variant.NO_PATCH, "a scenario of its own"), List.of(), List.of());
    }
}
