package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.kbuild.BuildConfig;
import dev.preemptcheck.kernel.kbuild.KernelTree;
import dev.preemptcheck.scenario.Variant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The configuration matrix (fact S3, PC-declock): every way to build a modelled kernel, each of which must have a definition of
 * every primitive that it refers to.
 */
public final class LinkMatrix {
    /** The kernel that S3's variants are modelled in. */
    private static final KernelVersion VERSION = KernelVersion.V2_4_10_PRE4;

    private static final String SYSTEM = "S3";

    private static final List<Variant> VARIANTS = List.of(
            new Variant(
                    "PC-declock/link/macro",
                    Variant.NO_PATCH,
                    "atomic_dec_and_lock is a macro on one processor, and nobody refers to it"),
            new Variant(
                    "PC-declock/link/ported",
                    "preempt/2.4.8-ac12",
                    "no macro under CONFIG_PREEMPT; the generic object is left out where the arch has one for SMP"),
            new Variant(
                    "PC-declock/link/generic",
                    "preempt/generic-dec-and-lock",
                    "no macro under CONFIG_PREEMPT; the generic object is linked wherever the arch's is not"));

    private LinkMatrix() {}

    /** The forms that a kernel is built in. */
    public static List<Variant> variants() {
        return VARIANTS;
    }

    /** Every cell, variant by variant. */
    public static List<LinkRow> rows() {
        return rows(VERSION);
    }

    /** The same for one kernel version; none if it is not the one that they are modelled in. */
    public static List<LinkRow> rows(KernelVersion version) {
        VerdictTable table = VerdictTable.builtIn();
        return VARIANTS.stream()
                .filter(variant -> version == VERSION)
                .flatMap(variant -> rows(variant, KernelTree.of(version, variant.patch()), table))
                .toList();
    }

    private static Stream<LinkRow> rows(Variant variant, KernelTree tree, VerdictTable table) {
        return BuildConfig.all().stream()
                .map(config -> new LinkRow(
                        SYSTEM, VERSION, variant, tree, config, table.of(variant.id(), LinkRow.axes(config))));
    }
}
