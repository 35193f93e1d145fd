package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.KmapVariant;
import java.util.ArrayList;
import java.util.List;

/** Every implementation under every configuration that matters, with what is expected of it. */
public final class Catalogue {
    private static final int SMP_CPUS = 2;

    private Catalogue() {}

    /** The 32 rows of S1: four variants under UP, UPP, SMP and SMPP, without and with HIGHMEM_DEBUG. */
    public static List<CatalogueRow> s1() {
        return s1(KernelVersion.V2_4_10_PRE4);
    }

    /** The same for another kernel: it differs in what is printed. */
    public static List<CatalogueRow> s1(KernelVersion version) {
        VerdictTable table = VerdictTable.builtIn();
        List<CatalogueRow> rows = new ArrayList<>();
        for (KmapVariant variant : KmapVariant.values()) {
            for (int axis = 0; axis < 8; axis++) {
                KernelConfig config =
                        new KernelConfig(version, (axis & 4) == 0 ? 1 : SMP_CPUS, (axis & 2) != 0, (axis & 1) != 0);
                rows.add(new CatalogueRow(variant, config, table.of(variant.id(), config)));
            }
        }
        return List.copyOf(rows);
    }
}
