package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;

/** {@code clear_page()} and {@code copy_page()} of {@code asm/page.h}, which a kernel is built with for its kind of processor. */
public interface PageCopier {

    /** Fills the page at {@code page} with zeros; any context. */
    void clearPage(Cpu cpu, int page);

    /** Copies the page at {@code from} to {@code to}; any context. */
    void copyPage(Cpu cpu, int to, int from);
}
