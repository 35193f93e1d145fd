package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.asm.Page;

/**
 * {@code mm/memory.c} of 2.4: how a fault gets its page. The page-table lock is dropped while pages are cleared or
 * copied, and the entry is looked at again before the new one is stored (fact S1.b).
 */
public final class FaultPaths {
    private static final int USER_WRITABLE =
            PageTable.PRESENT | PageTable.WRITE | PageTable.USER | PageTable.ACCESSED | PageTable.DIRTY;

    private final HighPages pages;
    private final Filemap filemap;

    public FaultPaths(HighPages pages) {
        this.pages = pages;
        this.filemap = new Filemap(pages);
    }

    /** A write fault on {@code page}; task context, IF=1, no lock held. */
    public void handleMmFault(Cpu cpu, AddressSpace mm, UserPage page) {
        mm.pageTableLock().lock(cpu);
        int entry = page.pte().load(cpu);
        if ((entry & PageTable.PRESENT) == 0) {
            doNoPage(cpu, mm, page);
        } else if ((entry & PageTable.WRITE) == 0) {
            doWpPage(cpu, mm, page, entry);
        } else {
            mm.pageTableLock().unlock(cpu);
        }
    }

    private void doNoPage(Cpu cpu, AddressSpace mm, UserPage page) {
        if (page.backing() == UserPage.Backing.ANONYMOUS) {
            doAnonymousPage(cpu, mm, page);
            return;
        }
        mm.pageTableLock().unlock(cpu);
        Page copy = filemap.filemapNopage(cpu, page);
        mm.pageTableLock().lock(cpu);
        establish(cpu, mm, page, 0, copy);
    }

    private void doAnonymousPage(Cpu cpu, AddressSpace mm, UserPage page) {
        mm.pageTableLock().unlock(cpu);
        pages.clearUserHighpage(cpu, page.fresh());
        mm.pageTableLock().lock(cpu);
        establish(cpu, mm, page, 0, page.fresh());
    }

    private void doWpPage(Cpu cpu, AddressSpace mm, UserPage page, int entry) {
        mm.pageTableLock().unlock(cpu);
        pages.copyUserHighpage(cpu, page.fresh(), page.source());
        mm.pageTableLock().lock(cpu);
        establish(cpu, mm, page, entry, page.fresh());
    }

    /** Stores the new entry unless somebody else changed it meanwhile, and drops the lock. */
    @CName("establish_pte")
    @Inlined
    private void establish(Cpu cpu, AddressSpace mm, UserPage page, int expected, Page fresh) {
        if (page.pte().load(cpu) == expected) {
            page.pte().store(cpu, (fresh.pfn() << 12) | USER_WRITABLE);
        }
        mm.pageTableLock().unlock(cpu);
    }
}
