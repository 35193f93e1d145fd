package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.mm.AddressSpace;
import dev.preemptcheck.kernel.mm.FaultPaths;
import dev.preemptcheck.kernel.mm.UserPage;

/** {@code do_page_fault()} as seen from a fault in user mode. */
public final class PageFault {
    private final FaultPaths paths;

    public PageFault(FaultPaths paths) {
        this.paths = paths;
    }

    /** Handles a write fault; IF=1, task context. */
    public void doPageFault(Cpu cpu, AddressSpace mm, UserPage page) {
        paths.handleMmFault(cpu, mm, page);
    }
}
