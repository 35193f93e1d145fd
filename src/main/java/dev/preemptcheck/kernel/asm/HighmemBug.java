package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;

/** The two BUGs of {@code highmem.h} under HIGHMEM_DEBUG; each patch shifts their lines (fact S1.b). */
final class HighmemBug {
    private static final String FILE = "include/asm/highmem.h:";

    private HighmemBug() {}

    /** The slot that is about to be mapped is in use. */
    @Inlined
    static Error slotBusy(Cpu cpu, KernelConfig config, int line) {
        return cpu.bug("BUG-slot-busy(" + line + ")", place(config, line));
    }

    /** The address that is about to be unmapped is not that of this processor's slot. */
    @Inlined
    static Error unmapMismatch(Cpu cpu, KernelConfig config, int line) {
        return cpu.bug("BUG-unmap-mismatch(" + line + ")", place(config, line));
    }

    private static String place(KernelConfig config, int line) {
        return config.version().verboseBug() ? FILE + line : "";
    }
}
