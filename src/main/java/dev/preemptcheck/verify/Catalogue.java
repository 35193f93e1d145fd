package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.scenario.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Every implementation of every system under every configuration that matters, with what is expected of it. */
public final class Catalogue {
    private Catalogue() {}

    /** The rows of all systems, each for the kernel version that is its own. */
    public static List<CatalogueRow> rows() {
        return rows(Systems.all(), VerdictTable.builtIn(), ModelledSystem::configs);
    }

    /** The same of one system only, {@code S1}. */
    public static List<CatalogueRow> rowsOf(String system) {
        return rows().stream().filter(row -> row.system().id().equals(system)).toList();
    }

    /** The rows for one kernel version, of the systems that are modelled for it. */
    public static List<CatalogueRow> rows(KernelVersion version) {
        return rows(Systems.all(), VerdictTable.builtIn(), system -> system.configs(version));
    }

    /** The rows of these systems, variant by variant. */
    static List<CatalogueRow> rows(
            List<ModelledSystem> systems, VerdictTable table, Function<ModelledSystem, List<KernelConfig>> configs) {
        List<CatalogueRow> rows = new ArrayList<>();
        for (ModelledSystem system : systems) {
            for (Variant variant : system.variants()) {
                for (KernelConfig config : configs.apply(system)) {
                    Expectation expected = table.of(variant.id(), system.axes(config));
                    rows.add(new CatalogueRow(system, variant, config, expected));
                }
            }
        }
        return List.copyOf(rows);
    }
}
