package dev.preemptcheck.scenario;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import java.util.List;

/**
 * A system of fact 4 with one set of programs: the implementations that there are, the configurations that matter, and what to
 * run for each. It becomes part of the tool by its line in {@link Systems}, and its lines in the verdict table.
 */
public interface ModelledSystem {

    /** {@code S1}; several sets of programs of one system share it. */
    String id();

    /** {@code kmap}: scenarios, seeds and reports are called {@code kmap/<size>}. No other set of programs has that name. */
    String scenario();

    /** What it is, in one line. */
    String title();

    /** The implementations in the order of the verdict table, each with a patch of its own. */
    List<Variant> variants();

    /** Every combination of axes that matters, of one kernel version for each row's name. */
    List<KernelConfig> configs();

    /** The same for one kernel version; empty if it has no such rows. */
    default List<KernelConfig> configs(KernelVersion version) {
        return configs().stream().filter(c -> c.version() == version).toList();
    }

    /** The verdict table's tokens for a configuration, in the order in which a row's name has them: {@code UPP, DBG1}. */
    List<String> axes(KernelConfig config);

    /**
     * What is run.
     *
     * @throws IllegalArgumentException if the system has no such kernel
     */
    Scenario of(Size size, KernelConfig config, Variant variant);

    /** As seeds write it. */
    default String name(Size size) {
        return scenario() + "/" + size.id();
    }
}
