package dev.preemptcheck.kernel.asm;

import static dev.preemptcheck.kernel.asm.KmapGuards.DEBUG;
import static dev.preemptcheck.kernel.asm.KmapGuards.LOW;
import static dev.preemptcheck.kernel.shape.Shape.ACQUIRE;
import static dev.preemptcheck.kernel.shape.Shape.EXIT;
import static dev.preemptcheck.kernel.shape.Shape.READ_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.RELEASE;
import static dev.preemptcheck.kernel.shape.Shape.USE_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.when;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.ShapedFunction;

/**
 * HM-1: preemption is off for the whole life of a mapping (patch of 2001-09-09, fact S1.e).
 *
 * <p>The way back on is the last statement of unmapping and stands outside the debug conditional, while the early
 * return for low pages stands inside it.
 */
final class SpraulKmap implements AtomicKmap {
    /** What rule D6 sees of the methods below. */
    static final Pairing SHAPE = Pairing.of(
            ShapedFunction.of("kmap_atomic", when(LOW, EXIT), ACQUIRE, READ_CPU_ID, USE_CPU_ID),
            ShapedFunction.of("kunmap_atomic", when(DEBUG, READ_CPU_ID, when(LOW, EXIT), USE_CPU_ID), RELEASE));

    private final KernelConfig config;
    private final KmapSlots slots;
    private final Preemption preemption;

    SpraulKmap(KernelConfig config, KmapSlots slots, Preemption preemption) {
        this.config = config;
        this.slots = slots;
        this.preemption = preemption;
    }

    @Override
    @Inlined
    public int kmapAtomic(Cpu cpu, Page page, KmType type) {
        if (page.isLow()) {
            return page.permanentAddress();
        }
        preemption.off(cpu);
        int slot = KmapSlots.slot(type, cpu.cpuId());
        if (config.highmemDebug() && !slots.isEmpty(cpu, slot)) {
            throw HighmemBug.slotBusy(cpu, config, 96);
        }
        return slots.map(cpu, slot, page);
    }

    @Override
    @Inlined
    public void kunmapAtomic(Cpu cpu, int address, KmType type) {
        if (config.highmemDebug()) {
            int slot = KmapSlots.slot(type, cpu.cpuId());
            if (KmapSlots.below(address)) {
                return;
            }
            if (address != KmapSlots.address(slot)) {
                throw HighmemBug.unmapMismatch(cpu, config, 114);
            }
            slots.unmap(cpu, slot);
        } else {
            slots.leave(cpu, address);
        }
        preemption.on(cpu);
    }
}
