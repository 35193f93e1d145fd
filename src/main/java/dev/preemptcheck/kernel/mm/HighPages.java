package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.asm.PageCopier;

/** Clearing and copying user pages, wherever in memory they are: {@code include/linux/highmem.h}. */
public final class HighPages {
    private final AtomicKmap kmap;
    private final PageCopier copier;

    public HighPages(AtomicKmap kmap, PageCopier copier) {
        this.kmap = kmap;
        this.copier = copier;
    }

    /** {@code clear_user_highpage()}; IF=1, count 0, no lock held. */
    @Inlined
    public void clearUserHighpage(Cpu cpu, Page page) {
        cpu.enterScope();
        int address = kmap.kmapAtomic(cpu, page, KmType.USER0);
        copier.clearPage(cpu, address);
        kmap.kunmapAtomic(cpu, address, KmType.USER0);
        cpu.leaveScope();
    }

    /** {@code copy_user_highpage()}: two nested mappings, undone in the order in which they were made (fact S1.b). */
    @Inlined
    public void copyUserHighpage(Cpu cpu, Page to, Page from) {
        cpu.enterScope();
        int source = kmap.kmapAtomic(cpu, from, KmType.USER0);
        int target = kmap.kmapAtomic(cpu, to, KmType.USER1);
        copier.copyPage(cpu, target, source);
        kmap.kunmapAtomic(cpu, source, KmType.USER0);
        kmap.kunmapAtomic(cpu, target, KmType.USER1);
        cpu.leaveScope();
    }
}
