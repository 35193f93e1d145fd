package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.init.KmapKernel;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.mm.MacroKmap;
import java.util.ArrayList;
import java.util.List;

/**
 * S1, HM-3: page faults clear and copy pages through macros that switch preemption off and call {@code kmap()}, which sleeps
 * while no address is free. There is no such kernel without preemption. HIGHMEM_DEBUG makes no difference to it.
 */
final class MacroKmapSystem implements ModelledSystem {
    private static final Variant HM_3 = new Variant(
            "HM-3",
            "highmem/macros",
            "preemption off and a sleeping kmap, preemption on and kunmap, as macros",
            List.of(MacroKmap.SHAPE));
    private static final int SMP_CPUS = 2;
    /** Enough for one task that nests two. */
    private static final int ENTRIES = 2;

    @Override
    public String id() {
        return "S1";
    }

    @Override
    public String scenario() {
        return "kmap-macro";
    }

    @Override
    public String title() {
        return "atomic kernel mappings made of sleeping ones";
    }

    @Override
    public List<Variant> variants() {
        return List.of(HM_3);
    }

    @Override
    public List<KernelConfig> configs() {
        List<KernelConfig> configs = new ArrayList<>();
        for (int cpus = 1; cpus <= SMP_CPUS; cpus++) {
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, true, false));
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, true, true));
        }
        return List.copyOf(configs);
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return KmapSystem.tokens(config);
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return new MacroKmapScenario(
                name(size), config, size == Size.QUICK ? KmapPrograms.nested() : KmapPrograms.standard());
    }

    private record MacroKmapScenario(String name, KernelConfig config, List<UserProgram> programs) implements Scenario {
        @Override
        public MachineSetup setup() {
            return KmapKernel.bootWithMacros(config, ENTRIES, programs);
        }

        @Override
        public Particulars particulars() {
            return Particulars.ofPrograms(config, HM_3, programs);
        }
    }
}
