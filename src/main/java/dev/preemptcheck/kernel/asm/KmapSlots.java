package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;
import java.util.Arrays;

/**
 * The fixmap slots of atomic mappings: {@code KM_TYPE_NR} page-table entries for each processor, in the page table
 * that all processors share (fact 2.4).
 *
 * <p>A task relies on a slot from the store that maps its page to the store that unmaps it, or, where unmapping stores
 * nothing ({@code HIGHMEM_DEBUG} off), to the call that should.
 */
public final class KmapSlots {
    private static final int FIXADDR_TOP = 0xFFFFE000;
    /** kmap_pte of the 2.4.9-ac10 records lies at the top of the table, so the slots come first (fact 8, derived). */
    private static final int FIX_KMAP_BEGIN = 0;

    /** {@code kmap_prot}: what kernel mappings of high pages allow, on every processor. */
    public static final int KMAP_PROT =
            PageTable.PRESENT | PageTable.WRITE | PageTable.ACCESSED | PageTable.DIRTY | PageTable.GLOBAL;

    private final PageTable table;
    private final int slots;

    /** Lays out the entries, lowest address first: they descend with the slot number. */
    public KmapSlots(Memory memory, int cpus) {
        slots = cpus * KmType.KM_TYPE_NR;
        int first = 0;
        for (int slot = slots - 1; slot >= 0; slot--) {
            int cpu = slot / KmType.KM_TYPE_NR;
            String name = "kmap_pte[" + typeOf(slot) + (cpus > 1 ? "@" + cpu : "") + "]";
            int entry = memory.word(name, 0, Role.PER_CPU, cpu);
            first = first == 0 ? entry : first;
        }
        table = new PageTable(address(slots - 1), slots, first);
    }

    private static KmType typeOf(int slot) {
        return Arrays.stream(KmType.values())
                .filter(type -> type.number() == slot % KmType.KM_TYPE_NR)
                .findFirst()
                .orElseThrow();
    }

    /** The window of linear addresses that the slots map. */
    public PageTable table() {
        return table;
    }

    /** First address above which everything is a slot: {@code FIXADDR_START}. */
    static boolean below(int address) {
        return Integer.compareUnsigned(address, FIXADDR_TOP - (64 << 12)) < 0;
    }

    static int slot(KmType type, int cpu) {
        return type.number() + KmType.KM_TYPE_NR * cpu;
    }

    static int address(int slot) {
        return FIXADDR_TOP - ((FIX_KMAP_BEGIN + slot) << 12);
    }

    @CName("kmap_atomic")
    @Inlined
    boolean isEmpty(Cpu cpu, int slot) {
        return entry(slot).load(cpu) == 0;
    }

    /** Maps {@code page} and drops this processor's translation; the address of the page. */
    @CName("kmap_atomic")
    @Inlined
    int map(Cpu cpu, int slot, Page page) {
        Word entry = entry(slot);
        entry.store(cpu, (page.pfn() << 12) | KMAP_PROT);
        cpu.acquired(entry.address());
        cpu.invlpg(address(slot));
        return address(slot);
    }

    @CName("kunmap_atomic")
    @Inlined
    void unmap(Cpu cpu, int slot) {
        Word entry = entry(slot);
        entry.store(cpu, 0);
        cpu.released(entry.address());
        cpu.invlpg(address(slot));
    }

    /** Unmapping without HIGHMEM_DEBUG: the entry stays until the slot's next user comes. */
    @CName("kunmap_atomic")
    @Inlined
    void leave(Cpu cpu, int address) {
        if (!below(address)) {
            cpu.released(table.entryOf(address));
        }
    }

    private Word entry(int slot) {
        return new Word(table.entryOf(address(slot)));
    }
}
