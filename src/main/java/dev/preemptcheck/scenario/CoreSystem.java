package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import java.util.List;
import java.util.function.Function;

/**
 * A system of the kernel core, whose programs need nothing but a kernel of a configuration with a variant in force.
 *
 * @param id {@code S5}
 * @param scenario what seeds call its programs
 * @param title what it is, in one line
 * @param variants the implementations that there are
 * @param configs the configurations that matter
 * @param tokens the axes of a configuration
 * @param programs lays out a machine
 */
record CoreSystem(
        String id,
        String scenario,
        String title,
        List<Variant> variants,
        List<KernelConfig> configs,
        Function<KernelConfig, List<String>> tokens,
        Programs programs)
        implements ModelledSystem {

    /** Sets up a kernel with what runs on it. */
    @FunctionalInterface
    interface Programs {
        MachineSetup setup(Size size, KernelConfig config, Variant variant);
    }

    private record CoreScenario(String name, KernelConfig config, Variant variant, Size size, Programs programs)
            implements Scenario {
        @Override
        public MachineSetup setup() {
            return programs.setup(size, config, variant);
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, variant, List.of());
        }
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return tokens.apply(config);
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return new CoreScenario(name(size), config, variant, size, programs);
    }
}
