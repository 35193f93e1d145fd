package dev.preemptcheck.kernel.shape;

import dev.preemptcheck.kernel.KernelConfig;

/** What a kernel's preprocessor decides by, where shapes differ in it. */
public enum ConfigOption {
    /** Without it there is no count to keep, so that taking and giving back levels of it are nothing. */
    CONFIG_PREEMPT,
    CONFIG_SMP,
    HIGHMEM_DEBUG;

    /** Whether that kernel is built with it. */
    public boolean in(KernelConfig config) {
        return switch (this) {
            case CONFIG_PREEMPT -> config.preempt();
            case CONFIG_SMP -> config.smp();
            case HIGHMEM_DEBUG -> config.highmemDebug();
        };
    }
}
