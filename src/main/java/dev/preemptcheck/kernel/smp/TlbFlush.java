package dev.preemptcheck.kernel.smp;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.asm.CpuTlbState;
import dev.preemptcheck.kernel.asm.MmuContext;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Mm;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;

/**
 * {@code arch/i386/kernel/smp.c} of 2.4.10: a page of an address space is dropped from the TLB of every processor that uses it.
 *
 * <p>A processor that is lazy is not made to flush, but leaves the address space: it is told no more, and flushes all once it
 * comes back. So a processor that says it is lazy, and is not, keeps what is outdated (fact S3, PC-lazy).
 */
public final class TlbFlush {
    private final boolean smp;
    private final MmuContext context;
    private final TaskTable tasks;
    private final Preemption preemption;
    private final Spinlock lock;
    private final MarkedWord unanswered;
    private final Word flushMm;
    private final Word flushVa;

    /**
     * @param smp CONFIG_SMP
     * @param lock {@code tlbstate_lock}: one flush at a time
     * @param unanswered {@code flush_cpumask}: who has not answered, a bit each
     * @param flushMm number of the address space, for those who are asked
     * @param flushVa the page
     */
    public TlbFlush(
            boolean smp,
            MmuContext context,
            TaskTable tasks,
            Preemption preemption,
            Spinlock lock,
            MarkedWord unanswered,
            Word flushMm,
            Word flushVa) {
        this.smp = smp;
        this.context = context;
        this.tasks = tasks;
        this.preemption = preemption;
        this.lock = lock;
        this.unanswered = unanswered;
        this.flushMm = flushMm;
        this.flushVa = flushVa;
    }

    /**
     * {@code flush_tlb_page()}: task context, interrupts on; when it returns, nobody who runs in {@code mm} has an old
     * translation.
     */
    @CName("flush_tlb_page")
    @Inlined
    @OutOfLine(OutOfLine.Part.PROCESSORS)
    public void flushTlbPage(Cpu cpu, Mm mm, int address) {
        preemption.off(cpu);
        int here = cpu.cpuId();
        int others = mm.cpuVmMask().loadOnce(cpu) & ~(1 << here);
        Task current = tasks.current(cpu);
        if (context.activeMmOf(current).load(cpu) == mm.number()) {
            if (!smp || context.mmOf(current).load(cpu) != 0) {
                cpu.invlpg(address);
            } else {
                leaveMm(cpu, here);
            }
        }
        if (smp && others != 0) {
            flushOthers(cpu, mm, address, others);
        }
        preemption.on(cpu);
    }

    @CName("flush_tlb_others")
    private void flushOthers(Cpu cpu, Mm mm, int address, int others) {
        lock.lock(cpu);
        flushMm.store(cpu, mm.number());
        flushVa.store(cpu, address);
        unanswered.or(cpu, others);
        new Answers(unanswered.address()).ask(cpu, others, Vector.INVALIDATE_TLB);
        flushMm.store(cpu, 0);
        flushVa.store(cpu, 0);
        lock.unlock(cpu);
    }

    /** {@code smp_invalidate_interrupt()}, the handler of {@link Vector#INVALIDATE_TLB}. */
    @CName("smp_invalidate_interrupt")
    public void invalidateInterrupt(Cpu cpu) {
        int here = cpu.cpuId();
        CpuTlbState state = context.state(here);
        if (flushMm.load(cpu) == state.activeMm().load(cpu)) {
            if (state.state().load(cpu) == CpuTlbState.OK) {
                cpu.invlpg(flushVa.load(cpu));
            } else {
                leaveMm(cpu, here);
            }
        }
        cpu.endOfInterrupt();
        unanswered.and(cpu, ~(1 << here));
    }

    @CName("leave_mm")
    @Inlined
    private void leaveMm(Cpu cpu, int here) {
        CpuTlbState state = context.state(here);
        if (state.state().load(cpu) == CpuTlbState.OK) {
            throw cpu.bug("BUG-leave-mm", "arch/i386/kernel/smp.c");
        }
        cpu.clearBit(context.mm(state.activeMm().load(cpu)).cpuVmMask().address(), here);
    }
}
