package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Size;

/**
 * One line of the catalogue: an implementation under a configuration, and what is expected of it.
 *
 * @param variant the implementation of atomic mappings
 * @param config the kernel's configuration
 * @param expectation what the verdict table says
 */
public record CatalogueRow(KmapVariant variant, KernelConfig config, Expectation expectation) {

    /** {@code <variant>/<axis>/DBG<0|1>}. */
    public String name() {
        return variant.id() + "/" + config.axis() + "/DBG" + (config.highmemDebug() ? 1 : 0);
    }

    /** What is explored for it. */
    public KmapScenario scenario(Size size) {
        return KmapScenario.of(size, config, variant);
    }
}
