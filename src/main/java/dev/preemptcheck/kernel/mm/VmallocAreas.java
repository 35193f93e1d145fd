package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.smp.CallFunction;

/**
 * Areas of {@code vmalloc}. Whoever takes one down clears its entry, has every processor flush its TLB, and waits for that, before
 * the frame may be used for anything else (fact S10, TL).
 *
 * @param table what maps them
 * @param preemption off from before the others are asked until this processor has flushed, too
 * @param flushOthers makes the other processors call {@link VmallocTable#flushTlb}
 */
public record VmallocAreas(VmallocTable table, Preemption preemption, CallFunction flushOthers) {

    /** The address of an area. */
    public int address(int area) {
        return table.address(area);
    }

    /** {@code remove_vm_area()}: task context, interrupts on; nobody uses the area any more. */
    @CName("remove_vm_area")
    public void remove(Cpu cpu, int area) {
        table.entry(area).store(cpu, 0);
        flushTlbAll(cpu);
    }

    /** {@code flush_tlb_all()}: when it returns, no processor has old translations; task context, interrupts on. */
    @CName("flush_tlb_all")
    public void flushTlbAll(Cpu cpu) {
        preemption.off(cpu);
        flushOthers.callOthers(cpu);
        table.flushTlb(cpu);
        preemption.on(cpu);
    }
}
