package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.kernel.shape.ConfigOption;
import dev.preemptcheck.kernel.shape.Guard;

/** What the shapes of atomic mappings branch by. */
final class KmapGuards {
    /** Asked of the page in mapping, and of its address in unmapping. */
    static final Guard LOW = new Guard.Fact("the page is low", "the page is high");

    static final Guard DEBUG = new Guard.Built(ConfigOption.HIGHMEM_DEBUG);

    private KmapGuards() {}
}
