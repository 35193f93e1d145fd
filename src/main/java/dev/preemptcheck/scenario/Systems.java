package dev.preemptcheck.scenario;

import dev.preemptcheck.kernel.KernelConfig;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The modelled systems, and the scenarios that seeds name. */
public final class Systems {
    private static final List<ModelledSystem> ALL = Stream.of(
                    List.of(new KmapSystem(), new MacroKmapSystem()),
                    FpuSystem.all(),
                    List.of(new HighFpuSystem()),
                    PreemptSystems.all(),
                    SoftirqSystems.all(),
                    List.of(ConntrackSystem.create()),
                    List.of(new AtomicUnderflowSystem(), CallFunctionSystem.create()))
            .<ModelledSystem>flatMap(List::stream)
            .toList();

    private Systems() {}

    /** All of them, in the order of the fact sheet. */
    public static List<ModelledSystem> all() {
        return ALL;
    }

    /** The system whose scenarios have names like {@code name}, {@code <scenario>/<size>}. */
    public static Optional<ModelledSystem> of(String name) {
        int slash = name.lastIndexOf('/');
        return ALL.stream()
                .filter(s -> slash >= 0 && s.scenario().equals(name.substring(0, slash)))
                .findFirst();
    }

    /**
     * The scenario that a seed names.
     *
     * @param name {@code <scenario>/<size>}
     * @param config the kernel's configuration
     * @param patch the patch in force, or {@code none}
     * @throws IllegalArgumentException if there is no such scenario, size or patch, or not for that kernel
     */
    public static Scenario scenario(String name, KernelConfig config, String patch) {
        ModelledSystem system = of(name).orElseThrow(() -> new IllegalArgumentException("no scenario is called '" + name
                + "'; there are "
                + ALL.stream().map(ModelledSystem::scenario).collect(Collectors.joining(", "))
                + ", each with a size (" + ALL.get(0).name(Size.QUICK) + "); one of your own needs --classpath"));
        Size size = Size.of(name.substring(name.lastIndexOf('/') + 1));
        if (system.configs(config.version()).isEmpty()) {
            throw new IllegalArgumentException(system.scenario() + " is not modelled for kernel "
                    + config.version().release());
        }
        return system.of(size, config, variant(system, patch));
    }

    private static Variant variant(ModelledSystem system, String patch) {
        return system.variants().stream()
                .filter(v -> v.patch().equals(patch))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no patch is called '" + patch + "'; there are "
                        + system.variants().stream().map(Variant::patch).collect(Collectors.joining(", "))));
    }
}
