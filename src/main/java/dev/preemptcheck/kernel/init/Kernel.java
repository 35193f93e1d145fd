package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.arch.InterruptEntry;
import dev.preemptcheck.kernel.arch.PageFault;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmapSlots;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.mm.FaultPaths;
import dev.preemptcheck.kernel.mm.HighPages;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.TaskTable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A kernel, wired for one machine: which implementations are in force, and which programs run on it.
 *
 * <p>At boot the first program runs in user mode on processor 0; the others wait in the run queue, and the other processors
 * are idle.
 */
public final class Kernel {
    private final Scheduler scheduler;
    private final InterruptEntry entry;
    private final AtomicKmap kmap;
    private final PageFault pageFault;

    private Kernel(Scheduler scheduler, InterruptEntry entry, AtomicKmap kmap) {
        this.scheduler = scheduler;
        this.entry = entry;
        this.kmap = kmap;
        this.pageFault = new PageFault(new FaultPaths(new HighPages(kmap)));
    }

    /** Lays out the kernel's words, its tasks and their pages in {@code setup}. */
    public static void boot(MachineSetup setup, KernelConfig config, KmapVariant variant, List<UserProgram> programs) {
        Memory memory = setup.memory();
        TaskTable tasks = new TaskTable();
        Scheduler scheduler = new Scheduler(setup, config, tasks, waitingAtBoot(config.cpus(), programs.size()));
        KmapSlots slots = new KmapSlots(memory, config.cpus());
        Kernel kernel = new Kernel(
                scheduler,
                new InterruptEntry(memory, config, tasks, scheduler),
                variant.create(config, slots, scheduler.preemption()));
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            kernel.addIdle(setup, config, tasks, cpu, cpu > 0 || programs.isEmpty());
        }
        for (int i = 0; i < programs.size(); i++) {
            kernel.addProgram(setup, config, tasks, programs.get(i), i);
        }
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            setup.boot(cpu, cpu == 0 && !programs.isEmpty() ? config.cpus() : cpu);
        }
        layOutPages(memory, programs);
        setup.pageTable(slots.table());
        setup.timer(kernel.entry::doIrq);
        setup.death(scheduler::exit);
    }

    private static int waitingAtBoot(int cpus, int programs) {
        int waiting = 0;
        for (int i = 1; i < programs; i++) {
            waiting |= 1 << (cpus + i);
        }
        return waiting;
    }

    /** An idle task that does not run from boot is new when it is switched in first, as any other. */
    private void addIdle(MachineSetup setup, KernelConfig config, TaskTable tasks, int cpu, boolean runsAtBoot) {
        tasks.addIdle(setup, cpu, config.preempt() && !runsAtBoot ? 1 : 0, c -> {
            if (!runsAtBoot) {
                scheduler.scheduleTail(c);
            }
            scheduler.cpuIdle(c);
        });
    }

    private void addProgram(MachineSetup setup, KernelConfig config, TaskTable tasks, UserProgram program, int index) {
        UserSide side = UserSide.create(setup.memory(), config, program, scheduler.preemption());
        boolean waits = index > 0;
        tasks.addUser(setup, program.name(), program.pid(), waits && config.preempt() ? 1 : 0, cpu -> {
            if (waits) {
                scheduler.scheduleTail(cpu);
            }
            live(cpu, side);
        });
    }

    private void live(Cpu cpu, UserSide side) {
        cpu.userMode(0);
        for (int i = 0; i < side.calls(); i++) {
            side.call(cpu, i, pageFault, kmap);
            entry.retFromSysCall(cpu, i + 1);
        }
        scheduler.exit(cpu);
    }

    private static void layOutPages(Memory memory, List<UserProgram> programs) {
        Set<Page> pages = new LinkedHashSet<>();
        programs.forEach(p -> p.calls().forEach(call -> pages.addAll(call.pages())));
        for (Page page : pages) {
            int[] contents = new int[Page.WORDS];
            for (int i = 0; i < contents.length; i++) {
                contents[i] = (page.pfn() << 8) + i;
            }
            memory.frame(page.pfn(), page.name(), contents);
        }
    }
}
