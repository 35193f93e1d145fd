package dev.preemptcheck.scenario;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.KmapVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * S1: page faults that clear and copy pages through atomic kernel mappings. Four variants under UP, UPP, SMP and SMPP, without
 * and with HIGHMEM_DEBUG, for 2.4.10-pre4 (or 2.4.9-ac10, which prints another oops).
 */
final class KmapSystem implements ModelledSystem {
    private static final int SMP_CPUS = 2;

    @Override
    public String id() {
        return "S1";
    }

    @Override
    public String scenario() {
        return "kmap";
    }

    @Override
    public String title() {
        return "atomic kernel mappings";
    }

    @Override
    public List<Variant> variants() {
        return Arrays.stream(KmapVariant.values()).map(KmapSystem::variant).toList();
    }

    @Override
    public List<KernelConfig> configs() {
        return configs(KernelVersion.V2_4_10_PRE4);
    }

    @Override
    public List<KernelConfig> configs(KernelVersion version) {
        List<KernelConfig> configs = new ArrayList<>();
        for (int axis = 0; axis < 8 && !version.countFields(); axis++) {
            configs.add(new KernelConfig(version, (axis & 4) == 0 ? 1 : SMP_CPUS, (axis & 2) != 0, (axis & 1) != 0));
        }
        return List.copyOf(configs);
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return tokens(config);
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return KmapScenario.of(size, config, KmapVariant.ofPatch(variant.patch()));
    }

    static List<String> tokens(KernelConfig config) {
        return List.of(config.axis(), "DBG" + (config.highmemDebug() ? 1 : 0));
    }

    static Variant variant(KmapVariant kmap) {
        return new Variant(kmap.id(), kmap.patch(), kmap.summary(), List.of(kmap.shape()));
    }
}
