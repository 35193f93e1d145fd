package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.asm.Page;

/** {@code mm/filemap.c} of 2.4.9 and 2.4.10-pre, which copies a private page itself. */
final class Filemap {
    private final HighPages pages;

    Filemap(HighPages pages) {
        this.pages = pages;
    }

    /** A private copy of the page-cache page; task context, IF=1, no lock held. */
    Page filemapNopage(Cpu cpu, UserPage page) {
        pages.copyUserHighpage(cpu, page.fresh(), page.source());
        return page.fresh();
    }
}
