package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.Mm;
import dev.preemptcheck.kernel.sched.SwitchHook;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskWords;
import java.util.ArrayList;
import java.util.List;

/**
 * Who uses which address space: {@code mm} and {@code active_mm} of tasks, {@code switch_mm()} and {@code enter_lazy_tlb()} of
 * 2.4.10 (fact S3, PC-lazy; fact 2.3).
 *
 * <p>A task without an address space borrows that of the task before it, and its processor says that it is lazy, so that a
 * flush may take the processor out of {@code cpu_vm_mask} instead of interrupting it again. Coming back to a task of the same
 * address space it says that it is not, and flushes if it has been taken out. One processor alone has none of that.
 */
public final class MmuContext implements SwitchHook {
    static final int INIT_MM = 1;
    private static final int FIRST_PGD = 0x01000000;

    private final MachineSetup setup;
    private final int cpus;
    private final List<Mm> mms = new ArrayList<>();
    private final List<CpuTlbState> states = new ArrayList<>();
    private final TaskWords mm;
    private final TaskWords activeMm;

    /** Processors that are idle at boot have borrowed {@code init_mm}; processor 0 is not. */
    public MmuContext(MachineSetup setup, KernelConfig config, TaskTable tasks) {
        this.setup = setup;
        this.cpus = config.cpus();
        this.mm = tasks.words(setup, "mm", 0);
        this.activeMm = tasks.words(setup, "active_mm", 0);
        mm("init_mm");
        for (int cpu = 0; cpu < cpus; cpu++) {
            states.add(CpuTlbState.layOut(setup.memory(), cpu));
            if (cpu > 0) {
                setup.memory().atBoot(activeMmOf(tasks.get(cpu)).address(), INIT_MM);
            }
        }
    }

    /** One more address space, while the kernel is wired. */
    public Mm mm(String name) {
        MarkedWord mask = MarkedWord.create(
                setup,
                name + ".cpu_vm_mask",
                0,
                "bits that change by locked instructions; who flushes looks once, and a processor that comes later flushes itself");
        Mm made = new Mm(mms.size() + 1, FIRST_PGD + (mms.size() << 12), mask);
        mms.add(made);
        return made;
    }

    /** Whose address space a task has. The first task that is not idle runs at boot, on processor 0. */
    public void uses(Task task, Mm has) {
        setup.memory().atBoot(mmOf(task).address(), has.number());
        setup.memory().atBoot(activeMmOf(task).address(), has.number());
        if (task.id() == cpus) {
            setup.memory().atBoot(states.get(0).state().address(), CpuTlbState.OK);
            setup.memory().atBoot(states.get(0).activeMm().address(), has.number());
            setup.memory().atBoot(has.cpuVmMask().address(), 1);
        }
    }

    /** {@code task->mm}: the address space that it has, a number, or 0. */
    public Word mmOf(Task task) {
        return mm.of(task);
    }

    /** {@code task->active_mm}: the one that it uses, its own or another's. */
    public Word activeMmOf(Task task) {
        return activeMm.of(task);
    }

    /** What a processor's TLB is for; nobody looks on one processor. */
    public CpuTlbState state(int processor) {
        return states.get(processor);
    }

    /** The address space of that number. */
    public Mm mm(int number) {
        return mms.get(number - 1);
    }

    // ---- what a switch does

    /** The part of {@code schedule()} that deals with address spaces; IF=0. */
    @Override
    @CName("schedule")
    @Inlined
    public void onSwitch(Cpu cpu, Task prev, Task next) {
        int to = mmOf(next).load(cpu);
        int from = activeMmOf(prev).load(cpu);
        int active = activeMmOf(next).load(cpu);
        if (active != to) {
            throw cpu.bug("BUG-active-mm", "kernel/sched.c");
        }
        if (to == 0) {
            activeMmOf(next).store(cpu, from);
            enterLazyTlb(cpu, cpu.cpuId());
        } else {
            switchMm(cpu, from, to, cpu.cpuId());
        }
        if (mmOf(prev).load(cpu) == 0) {
            activeMmOf(prev).store(cpu, 0);
        }
    }

    @CName("switch_mm")
    @Inlined
    private void switchMm(Cpu cpu, int from, int to, int here) {
        if (from != to) {
            cpu.clearBit(mm(from).cpuVmMask().address(), here);
            if (cpus > 1) {
                state(here).state().store(cpu, CpuTlbState.OK);
                state(here).activeMm().store(cpu, to);
            }
            cpu.setBit(mm(to).cpuVmMask().address(), here);
            cpu.loadCr3(mm(to).pgd());
        } else if (cpus > 1) {
            stayInMm(cpu, to, here);
        }
    }

    /** Back from being lazy, or never away: whoever was left out of flushes meanwhile flushes everything. */
    @CName("switch_mm")
    @Inlined
    private void stayInMm(Cpu cpu, int number, int here) {
        state(here).state().store(cpu, CpuTlbState.OK);
        if (state(here).activeMm().load(cpu) != number) {
            throw cpu.bug("BUG-tlbstate-active-mm", "include/asm/mmu_context.h");
        }
        if (!cpu.setBit(mm(number).cpuVmMask().address(), here)) {
            cpu.loadCr3(mm(number).pgd());
        }
    }

    /**
     * {@code enter_lazy_tlb()}: the processor no longer runs a task of the address space in CR3. The caller can't be moved, or
     * it says so of another processor.
     */
    @CName("enter_lazy_tlb")
    @Inlined
    public void enterLazyTlb(Cpu cpu, int processor) {
        if (cpus > 1 && state(processor).state().load(cpu) == CpuTlbState.OK) {
            state(processor).state().store(cpu, CpuTlbState.LAZY);
        }
    }
}
