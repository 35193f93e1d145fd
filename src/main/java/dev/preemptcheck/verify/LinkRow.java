package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.kbuild.BuildConfig;
import dev.preemptcheck.kernel.kbuild.KernelTree;
import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.scenario.Variant;
import java.util.List;

/**
 * A cell of the configuration matrix: a kernel that is built for a configuration, and whether it is expected to link.
 *
 * @param systemId the system that the variant is of
 * @param version the kernel version
 * @param variant the implementation in force
 * @param tree the kernel with that in it
 * @param config what it is built for
 * @param expectation what the verdict table says: SAFE if it links, else the linker's errors
 */
public record LinkRow(
        String systemId,
        KernelVersion version,
        Variant variant,
        KernelTree tree,
        BuildConfig config,
        Expectation expectation)
        implements Row {
    /** What the verdict table calls whoever finds that a symbol is missing, or there twice. */
    private static final String LINKER = "LD:";

    @Override
    public List<String> axes() {
        return axes(config);
    }

    static List<String> axes(BuildConfig config) {
        return List.of(config.axis(), config.cpu().name(), config.memory().name());
    }

    /** Links it, and compares: nothing else than what is expected may go wrong. */
    public LinkResult check() {
        Link link = tree.link(config);
        List<String> errors =
                link.errors().stream().map(LINKER::concat).sorted().toList();
        boolean agrees = expectation.open()
                || errors.equals(expectation.violations().stream().sorted().toList());
        return new LinkResult(this, link, agrees ? RowResult.Agreement.AS_EXPECTED : RowResult.Agreement.DIFFERS);
    }
}
