package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import java.util.List;

/**
 * One line of the catalogue: an implementation under a configuration, and what is expected of it.
 *
 * @param system what is modelled, and the programs that use it
 * @param variant the implementation in force
 * @param config the kernel's configuration
 * @param expectation what the verdict table says
 */
public record CatalogueRow(ModelledSystem system, Variant variant, KernelConfig config, Expectation expectation)
        implements Row {

    @Override
    public String systemId() {
        return system.id();
    }

    @Override
    public List<String> axes() {
        return system.axes(config);
    }

    /** What is explored for it. */
    public Scenario scenario(Size size) {
        return system.of(size, config, variant);
    }
}
