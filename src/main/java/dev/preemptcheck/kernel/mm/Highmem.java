package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.asm.KmapSlots;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.ContextCounts;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.smp.CallFunction;
import dev.preemptcheck.kernel.wait.WaitQueue;

/**
 * {@code mm/highmem.c} of 2.4.10: {@code kmap()}, which gives a high page an address that is good on every processor until
 * {@code kunmap()}, and sleeps while there is none to give.
 *
 * <p>An entry that nobody uses stays mapped, with a count of 1, and its page keeps its address, until the search for a free entry
 * comes round to entry 0: then all such entries are cleared, and every processor flushes its TLB. Who finds none even so waits
 * until a last user leaves, and begins anew.
 */
public final class Highmem {
    private static final int NONE = -1;

    private final PkmapArea area;
    private final Spinlock kmapLock;
    private final WaitQueue mapWait;
    private final ContextCounts counts;
    private final Scheduler scheduler;
    private final CallFunction flushOthers;

    /**
     * {@code kmap()} and {@code kunmap()} over these words.
     *
     * @param area the addresses
     * @param kmapLock {@code kmap_lock}: taken with preemption and interrupts on, never in a handler
     * @param mapWait {@code pkmap_map_wait}: who waits for an entry
     * @param counts whether a handler runs
     * @param scheduler who runs while the caller sleeps
     * @param flushOthers makes the other processors call {@link PkmapArea#flushTlb}
     */
    public Highmem(
            PkmapArea area,
            Spinlock kmapLock,
            WaitQueue mapWait,
            ContextCounts counts,
            Scheduler scheduler,
            CallFunction flushOthers) {
        this.area = area;
        this.kmapLock = kmapLock;
        this.mapWait = mapWait;
        this.counts = counts;
        this.scheduler = scheduler;
        this.flushOthers = flushOthers;
    }

    /** The window of linear addresses that {@link #kmap} gives for high pages. */
    public PageTable table() {
        return area.table();
    }

    /** {@code kmap()}: task context, may sleep; the address at which {@code page} can be used. */
    @CName("kmap")
    @Inlined
    public int kmap(Cpu cpu, Page page) {
        refuseInterrupt(cpu, "BUG-kmap-in-interrupt");
        return page.isLow() ? page.permanentAddress() : kmapHigh(cpu, page);
    }

    /** {@code kunmap()}: task context; one user less of the address that {@link #kmap} gave for the page in frame {@code pfn}. */
    @CName("kunmap")
    @Inlined
    public void kunmap(Cpu cpu, int pfn) {
        refuseInterrupt(cpu, "BUG-kunmap-in-interrupt");
        if (!Page.isLow(pfn)) {
            kunmapHigh(cpu, pfn);
        }
    }

    /** The frame behind an address that somebody uses: {@code pte_page()}, or {@code virt_to_page()} for a low one. */
    @CName("kunmap")
    @Inlined
    int pfn(Cpu cpu, int address) {
        int low = (address - Memory.PAGE_OFFSET) >>> 12;
        if (Page.isLow(low)) {
            return low;
        }
        return PageTable.pfn(area.entry(PkmapArea.number(address)).load(cpu));
    }

    @CName("kmap")
    @Inlined
    private void refuseInterrupt(Cpu cpu, String bug) {
        if (counts.inInterrupt(cpu)) {
            throw cpu.bug(bug, "include/asm/highmem.h");
        }
    }

    // ---- the slow paths

    @CName("kmap_high")
    private int kmapHigh(Cpu cpu, Page page) {
        cpu.maySleep();
        kmapLock.lock(cpu);
        int address = area.virtual(page.pfn()).load(cpu);
        if (address == 0) {
            address = mapNewVirtual(cpu, page);
        }
        Word count = area.counts().get(PkmapArea.number(address));
        int users = count.load(cpu) + 1;
        count.store(cpu, users);
        if (users < 2) {
            throw cpu.bug("BUG-kmap-count", "mm/highmem.c");
        }
        kmapLock.unlock(cpu);
        return address;
    }

    @CName("kunmap_high")
    private void kunmapHigh(Cpu cpu, int pfn) {
        kmapLock.lock(cpu);
        int address = area.virtual(pfn).load(cpu);
        if (address == 0) {
            throw cpu.bug("BUG-kunmap-unmapped", "mm/highmem.c");
        }
        Word count = area.counts().get(PkmapArea.number(address));
        int left = count.load(cpu) - 1;
        count.store(cpu, left);
        if (left == 0) {
            throw cpu.bug("BUG-kunmap-count", "mm/highmem.c");
        }
        if (left == 1) {
            mapWait.wakeUp(cpu);
        }
        kmapLock.unlock(cpu);
    }

    /** An address for a page that has none; with the lock held, which is given back while the caller sleeps. */
    @CName("map_new_virtual")
    private int mapNewVirtual(Cpu cpu, Page page) {
        Word address = area.virtual(page.pfn());
        int number = unused(cpu);
        while (number == NONE) {
            awaitUnmapping(cpu);
            int mapped = address.load(cpu);
            if (mapped != 0) {
                return mapped; // somebody else has mapped it meanwhile
            }
            number = unused(cpu);
        }
        area.entry(number).store(cpu, (page.pfn() << 12) | KmapSlots.KMAP_PROT);
        area.counts().get(number).store(cpu, 1);
        address.store(cpu, PkmapArea.address(number));
        return PkmapArea.address(number);
    }

    /** The next free entry, or none after a whole round that began with a flush. */
    @CName("map_new_virtual")
    @Inlined
    private int unused(Cpu cpu) {
        int left = area.size();
        while (left > 0) {
            int number = (area.last().load(cpu) + 1) % area.size();
            area.last().store(cpu, number);
            if (number == 0) {
                flushAllZeroPkmaps(cpu);
                left = area.size();
            }
            if (area.counts().get(number).load(cpu) == 0) {
                return number;
            }
            left--;
        }
        return NONE;
    }

    /** Sleeps until somebody may have unmapped. That it says so under the lock is what no wake-up is lost by. */
    @CName("map_new_virtual")
    @Inlined
    private void awaitUnmapping(Cpu cpu) {
        cpu.enterScope();
        mapWait.prepareToWait(cpu, TaskState.UNINTERRUPTIBLE);
        kmapLock.unlock(cpu);
        scheduler.schedule(cpu);
        mapWait.finishWait(cpu);
        kmapLock.lock(cpu);
        cpu.leaveScope();
    }

    /** Takes the addresses of all pages that are mapped and not used. */
    @CName("flush_all_zero_pkmaps")
    private void flushAllZeroPkmaps(Cpu cpu) {
        cpu.enterScope();
        for (int i = 0; i < area.size(); i++) {
            if (area.counts().get(i).load(cpu) == 1) {
                area.counts().get(i).store(cpu, 0);
                int entry = cpu.exchange(area.entry(i).address(), 0);
                if (entry == 0) {
                    throw cpu.bug("BUG-pkmap-empty", "mm/highmem.c");
                }
                area.virtual(PageTable.pfn(entry)).store(cpu, 0);
            }
        }
        flushTlbAll(cpu);
        cpu.leaveScope();
    }

    /** {@code flush_tlb_all()}: the lock keeps preemption off. */
    @CName("flush_tlb_all")
    @Inlined
    private void flushTlbAll(Cpu cpu) {
        flushOthers.callOthers(cpu);
        area.flushTlb(cpu);
    }
}
