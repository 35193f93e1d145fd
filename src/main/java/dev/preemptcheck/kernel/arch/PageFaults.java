package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Gate;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;

/**
 * Page faults of programs whose pages come on demand: {@code page_fault} of {@code entry.S} and {@code do_page_fault()} (fact
 * S3, PC-cr2; 2.4.2 and the preempt patch).
 *
 * <p>CR2 belongs to the processor, and the next fault on it overwrites it. An interrupt gate keeps preemption away until
 * the register was read; through a trap gate, interrupts are on from the start. Faults of the kernel itself are not
 * modelled, so the interrupted code always had interrupts on.
 */
public final class PageFaults {
    private static final int FIRST_TOUCH =
            PageTable.PRESENT | PageTable.WRITE | PageTable.USER | PageTable.ACCESSED | PageTable.DIRTY;

    private final InterruptEntry entry;
    private final PageTable pages;
    private final int firstPfn;

    /**
     * @param entry the way back to the program
     * @param pages the programs' pages
     * @param firstPfn frame that belongs to the first page; the others follow
     */
    public PageFaults(InterruptEntry entry, PageTable pages, int firstPfn) {
        this.entry = entry;
        this.pages = pages;
        this.firstPfn = firstPfn;
    }

    /** Lets faults come through that gate. */
    public void install(MachineSetup setup, Gate gate) {
        setup.pageTable(pages);
        setup.pageFault(gate, (cpu, code) -> doPageFault(cpu, gate));
    }

    @CName("do_page_fault")
    private void doPageFault(Cpu cpu, Gate gate) {
        int address = cpu.readCr2();
        if (gate == Gate.INTERRUPT) {
            cpu.sti();
        }
        handleMmFault(cpu, address);
        entry.retFromException(cpu);
    }

    /** {@code handle_mm_fault()}: whoever was here first has filled the page already. */
    @CName("handle_mm_fault")
    private void handleMmFault(Cpu cpu, int address) {
        Word pte = new Word(pages.entryOf(address));
        if (pte.load(cpu) == 0) {
            int page = (address - pages.window()) >>> 12;
            pte.store(cpu, ((firstPfn + page) << 12) | FIRST_TOUCH);
        }
    }
}
