package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;

/** HM-0: atomic mappings as released in 2.4.10-pre4 and 2.4.9-ac10; safe as long as nothing preempts (fact S1.b). */
final class OriginalKmap implements AtomicKmap {
    private final KernelConfig config;
    private final KmapSlots slots;

    OriginalKmap(KernelConfig config, KmapSlots slots) {
        this.config = config;
        this.slots = slots;
    }

    @Override
    @Inlined
    public int kmapAtomic(Cpu cpu, Page page, KmType type) {
        if (page.isLow()) {
            return page.permanentAddress();
        }
        int slot = KmapSlots.slot(type, cpu.cpuId());
        if (config.highmemDebug() && !slots.isEmpty(cpu, slot)) {
            throw HighmemBug.slotBusy(cpu, config, 95);
        }
        return slots.map(cpu, slot, page);
    }

    @Override
    @Inlined
    public void kunmapAtomic(Cpu cpu, int address, KmType type) {
        if (!config.highmemDebug()) {
            slots.leave(cpu, address);
            return;
        }
        int slot = KmapSlots.slot(type, cpu.cpuId());
        if (KmapSlots.below(address)) {
            return;
        }
        if (address != KmapSlots.address(slot)) {
            throw HighmemBug.unmapMismatch(cpu, config, 113);
        }
        slots.unmap(cpu, slot);
    }
}
