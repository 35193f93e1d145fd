package dev.preemptcheck.scenario;

import static dev.preemptcheck.kernel.init.FpuCall.CLEAR_PAGE;
import static dev.preemptcheck.kernel.init.FpuCall.COPY_PAGE;
import static dev.preemptcheck.kernel.init.FpuCall.COPY_WORD;
import static dev.preemptcheck.kernel.init.FpuCall.EXEC;
import static dev.preemptcheck.kernel.init.FpuCall.FLD;
import static dev.preemptcheck.kernel.init.FpuCall.FORK;
import static dev.preemptcheck.kernel.init.FpuCall.FSTP;
import static dev.preemptcheck.kernel.init.FpuCall.SIGNAL;
import static dev.preemptcheck.kernel.init.FpuCall.SIGRETURN;
import static dev.preemptcheck.kernel.init.FpuCall.XOR;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.init.FpuCall;
import dev.preemptcheck.kernel.init.FpuKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * S2: the kernel's own use of the FPU, under UP, UPP, SMP and SMPP.
 *
 * <p>{@code fpu-copy} asks whether pages are copied right: its programs make the kernel copy and clear pages while one of them
 * has a live state, and never come back to that state, so that #NM in user mode has no part in the answer. {@code fpu-user}
 * asks for the programs' own state.
 */
final class FpuSystem implements ModelledSystem {
    private final String scenario;
    private final String title;
    /** In the order of the verdict table, by the id of the row. */
    private final Map<String, FpuVariant> variants;

    private final List<FpuKernel.Program> quick;
    private final List<FpuKernel.Program> standard;

    private FpuSystem(
            String scenario,
            String title,
            Map<String, FpuVariant> variants,
            List<FpuKernel.Program> quick,
            List<FpuKernel.Program> standard) {
        this.scenario = scenario;
        this.title = title;
        this.variants = variants;
        this.quick = quick;
        this.standard = standard;
    }

    static List<ModelledSystem> all() {
        return List.of(
                new FpuSystem(
                        "fpu-copy", "pages copied through MMX registers", copyVariants(), copyQuick(), copyStandard()),
                new FpuSystem(
                        "fpu-user",
                        "programs' FPU state beside the kernel's",
                        userVariants(),
                        userQuick(),
                        userStandard()));
    }

    private static Map<String, FpuVariant> copyVariants() {
        Map<String, FpuVariant> variants = new TreeMap<>();
        variants.put("FPU-0/copy", FpuVariant.FPU_0);
        variants.put("FPU-1/copy", FpuVariant.FPU_1);
        variants.put("FPU-1/if", FpuVariant.FPU_1_IF);
        variants.put("FPU-1/rev", FpuVariant.FPU_1_REV);
        variants.put("FPU-1/late", FpuVariant.FPU_1_LATE);
        variants.put("FPU-2", FpuVariant.FPU_2);
        variants.put("FPU-3", FpuVariant.FPU_3);
        variants.put("FPU-4/copy", FpuVariant.FPU_4);
        return variants;
    }

    private static Map<String, FpuVariant> userVariants() {
        Map<String, FpuVariant> variants = new TreeMap<>();
        variants.put("FPU-0", FpuVariant.FPU_0);
        variants.put("FPU-1/user", FpuVariant.FPU_1);
        variants.put("FPU-2/user", FpuVariant.FPU_2);
        variants.put("FPU-3/user", FpuVariant.FPU_3);
        variants.put("FPU-4", FpuVariant.FPU_4);
        return variants;
    }

    private static FpuKernel.Program program(String name, int pid, boolean live, FpuCall... calls) {
        return new FpuKernel.Program(name, pid, live, List.of(calls));
    }

    private static List<FpuKernel.Program> copyQuick() {
        return List.of(program("a", 101, true, COPY_PAGE), program("b", 102, false, COPY_WORD, COPY_PAGE));
    }

    private static List<FpuKernel.Program> copyStandard() {
        return List.of(
                program("a", 101, true, COPY_PAGE),
                program("b", 102, false, COPY_WORD, CLEAR_PAGE),
                program("c", 103, false, COPY_WORD));
    }

    private static List<FpuKernel.Program> userQuick() {
        return List.of(
                program("a", 101, true, FORK, FSTP, COPY_PAGE),
                program("b", 102, false, FLD, SIGNAL, FLD, SIGRETURN, FSTP));
    }

    private static List<FpuKernel.Program> userStandard() {
        return List.of(
                program("a", 101, true, FORK, FSTP),
                program("b", 102, false, FLD, EXEC, XOR),
                program("c", 103, false, FLD, FSTP));
    }

    @Override
    public String id() {
        return "S2";
    }

    @Override
    public String scenario() {
        return scenario;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<Variant> variants() {
        return variants.entrySet().stream()
                .map(v -> variant(v.getKey(), v.getValue()))
                .toList();
    }

    private static Variant variant(String id, FpuVariant variant) {
        return new Variant(id, variant.patch(), variant.summary(), variant.shape());
    }

    @Override
    public List<KernelConfig> configs() {
        List<KernelConfig> configs = new ArrayList<>();
        for (int cpus = 1; cpus <= 2; cpus++) {
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, false));
            configs.add(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, true));
        }
        return List.copyOf(configs);
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return List.of(config.axis());
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        FpuVariant fpu = variants.get(variant.id());
        if (fpu == null) {
            throw new IllegalArgumentException(scenario + " has no variant " + variant.id());
        }
        return new FpuScenario(name(size), config, fpu, variant, size == Size.QUICK ? quick : standard);
    }
}
