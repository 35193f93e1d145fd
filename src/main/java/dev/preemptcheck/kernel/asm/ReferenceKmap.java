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
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.ShapedFunction;

/**
 * HM-4: the shape that 2.6.9 has (fact S1.e): preemption is off before anything is looked at, low page or not, and back
 * on at every exit of unmapping, debugging or not.
 *
 * <p>Its BUG lines belong to no kernel that reported one, so they carry no number.
 */
final class ReferenceKmap implements AtomicKmap {
    /** What rule D6 sees of the methods below. */
    static final Pairing SHAPE = Pairing.of(
            ShapedFunction.of("kmap_atomic", ACQUIRE, when(LOW, EXIT), READ_CPU_ID, USE_CPU_ID),
            ShapedFunction.of("kunmap_atomic", when(DEBUG, when(LOW).orElse(READ_CPU_ID, USE_CPU_ID)), RELEASE));

    private static final int NO_LINE = 0;

    private final KernelConfig config;
    private final KmapSlots slots;
    private final Preemption preemption;

    ReferenceKmap(KernelConfig config, KmapSlots slots, Preemption preemption) {
        this.config = config;
        this.slots = slots;
        this.preemption = preemption;
    }

    @Override
    @Inlined
    public int kmapAtomic(Cpu cpu, Page page, KmType type) {
        preemption.off(cpu);
        if (page.isLow()) {
            return page.permanentAddress();
        }
        int slot = KmapSlots.slot(type, cpu.cpuId());
        if (config.highmemDebug() && !slots.isEmpty(cpu, slot)) {
            throw HighmemBug.slotBusy(cpu, config, NO_LINE);
        }
        return slots.map(cpu, slot, page);
    }

    @Override
    @Inlined
    public void kunmapAtomic(Cpu cpu, int address, KmType type) {
        if (config.highmemDebug()) {
            unmapChecked(cpu, address, type);
        } else {
            slots.leave(cpu, address);
        }
        preemption.on(cpu);
    }

    @CName("kunmap_atomic")
    @Inlined
    private void unmapChecked(Cpu cpu, int address, KmType type) {
        if (KmapSlots.below(address)) {
            return;
        }
        int slot = KmapSlots.slot(type, cpu.cpuId());
        if (address != KmapSlots.address(slot)) {
            throw HighmemBug.unmapMismatch(cpu, config, NO_LINE);
        }
        slots.unmap(cpu, slot);
    }
}
