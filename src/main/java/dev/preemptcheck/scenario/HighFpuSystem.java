package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.init.KmapKernel;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.shape.Pairing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * S2 on S1: page faults of a K7 build, which clear and copy high pages through MMX registers while they are mapped in slots. The
 * program that runs at boot has a live FPU state, to which it never comes back. HIGHMEM_DEBUG is on, as it was.
 */
final class HighFpuSystem implements ModelledSystem {
    private static final int SMP_CPUS = 2;

    /** Who keeps the slots, and who the registers. */
    private enum Pair {
        HM_0_FPU_0(KmapVariant.HM_0, "FPU-0", FpuVariant.FPU_0),
        HM_0_FPU_1(KmapVariant.HM_0, "FPU-1", FpuVariant.FPU_1),
        HM_0_FPU_4(KmapVariant.HM_0, "FPU-4", FpuVariant.FPU_4),
        HM_2_FPU_1(KmapVariant.HM_2, "FPU-1", FpuVariant.FPU_1),
        HM_4_FPU_0(KmapVariant.HM_4, "FPU-0", FpuVariant.FPU_0),
        HM_4_FPU_1(KmapVariant.HM_4, "FPU-1", FpuVariant.FPU_1),
        HM_4_FPU_4(KmapVariant.HM_4, "FPU-4", FpuVariant.FPU_4);

        private final KmapVariant kmap;
        private final String fpuId;
        private final FpuVariant fpu;

        Pair(KmapVariant kmap, String fpuId, FpuVariant fpu) {
            this.kmap = kmap;
            this.fpuId = fpuId;
            this.fpu = fpu;
        }

        Variant variant() {
            return new Variant(kmap.id() + "+" + fpuId, patches(), kmap.summary() + "; " + fpu.summary(), shape());
        }

        private List<Pairing> shape() {
            return Stream.concat(Stream.of(kmap.shape()), fpu.shape().stream()).toList();
        }

        private String patches() {
            String patches = Stream.of(kmap.patch(), fpu.patch())
                    .filter(patch -> !patch.equals(Variant.NO_PATCH))
                    .collect(Collectors.joining("+"));
            return patches.isEmpty() ? Variant.NO_PATCH : patches;
        }

        static Pair of(Variant variant) {
            return Arrays.stream(values())
                    .filter(pair -> pair.variant().equals(variant))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no pair of patches is called " + variant.id()));
        }
    }

    @Override
    public String id() {
        return "S2";
    }

    @Override
    public String scenario() {
        return "fpu-kmap";
    }

    @Override
    public String title() {
        return "high pages copied through MMX registers";
    }

    @Override
    public List<Variant> variants() {
        return Arrays.stream(Pair.values()).map(Pair::variant).toList();
    }

    @Override
    public List<KernelConfig> configs() {
        List<KernelConfig> configs = new ArrayList<>();
        for (int cpus = 1; cpus <= SMP_CPUS; cpus++) {
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, false, true));
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, true, true));
        }
        return List.copyOf(configs);
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return List.of(config.axis());
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        List<UserProgram> programs = size == Size.QUICK ? KmapPrograms.quick() : KmapPrograms.apiece();
        return new HighCopies(name(size), config, Pair.of(variant), programs);
    }

    private record HighCopies(String name, KernelConfig config, Pair pair, List<UserProgram> programs)
            implements Scenario {
        @Override
        public MachineSetup setup() {
            return KmapKernel.bootWithMmx(config, pair.kmap, pair.fpu, programs);
        }

        @Override
        public Particulars particulars() {
            return Particulars.ofPrograms(config, pair.variant(), programs);
        }
    }
}
