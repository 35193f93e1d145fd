package dev.preemptcheck.kernel.asm;

import static dev.preemptcheck.kernel.asm.KmapGuards.DEBUG;
import static dev.preemptcheck.kernel.asm.KmapGuards.LOW;
import static dev.preemptcheck.kernel.shape.Shape.EXIT;
import static dev.preemptcheck.kernel.shape.Shape.READ_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.USE_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.when;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.ShapedFunction;

/** HM-0: atomic mappings as released in 2.4.10-pre4 and 2.4.9-ac10; safe as long as nothing preempts (fact S1.b). */
final class OriginalKmap implements AtomicKmap {
    /** What rule D6 sees of the methods below. */
    static final Pairing SHAPE = Pairing.of(
            ShapedFunction.of("kmap_atomic", when(LOW, EXIT), READ_CPU_ID, USE_CPU_ID),
            ShapedFunction.of("kunmap_atomic", when(DEBUG, READ_CPU_ID, when(LOW, EXIT), USE_CPU_ID)));

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
