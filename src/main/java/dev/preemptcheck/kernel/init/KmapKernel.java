package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.arch.I387;
import dev.preemptcheck.kernel.arch.Mmx;
import dev.preemptcheck.kernel.arch.PageFault;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.IntegerPages;
import dev.preemptcheck.kernel.asm.KmapSlots;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.asm.PageCopier;
import dev.preemptcheck.kernel.mm.FaultPaths;
import dev.preemptcheck.kernel.mm.HighPages;
import dev.preemptcheck.kernel.mm.Highmem;
import dev.preemptcheck.kernel.mm.MacroKmap;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTraits;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A kernel whose programs go through atomic mappings: by page faults that clear and copy high pages, and by touching them. */
public final class KmapKernel {
    private final Kernel kernel;
    private final AtomicKmap kmap;
    private final PageFault pageFault;

    private KmapKernel(Kernel kernel, AtomicKmap kmap, PageCopier copier) {
        this.kernel = kernel;
        this.kmap = kmap;
        this.pageFault = new PageFault(new FaultPaths(new HighPages(kmap, copier)));
    }

    /** The machine for it. */
    public static MachineSetup boot(KernelConfig config, KmapVariant variant, List<UserProgram> programs) {
        Kernel kernel = new Kernel(config);
        KmapSlots slots = new KmapSlots(kernel.setup().memory(), config.cpus());
        AtomicKmap kmap = variant.create(config, slots, kernel.preemption());
        return new KmapKernel(kernel, kmap, new IntegerPages()).boot(programs, slots.table());
    }

    /**
     * The machine for a K7 build, which clears and copies pages through MMX registers; the first program's FPU state is live at
     * boot.
     */
    public static MachineSetup bootWithMmx(
            KernelConfig config, KmapVariant variant, FpuVariant fpu, List<UserProgram> programs) {
        Kernel kernel = new Kernel(config);
        KmapSlots slots = new KmapSlots(kernel.setup().memory(), config.cpus());
        AtomicKmap kmap = variant.create(config, slots, kernel.preemption());
        I387 i387 = new I387(fpu, kernel.preemption());
        i387.install(kernel.setup());
        kernel.scheduler().atSwitch(i387);
        KmapKernel wiring = new KmapKernel(kernel, kmap, new Mmx(config, kernel.counts(), i387));
        List<Task> tasks = programs.stream().map(wiring::add).toList();
        for (Task task : tasks) {
            i387.lazyFor(kernel.setup(), task, task.equals(tasks.get(0)));
        }
        return wiring.bootWithTasks(programs, slots.table());
    }

    /**
     * The machine for it, with atomic mappings that are made of lasting ones: HM-3.
     *
     * @param entries lasting mappings that are free at boot
     */
    public static MachineSetup bootWithMacros(KernelConfig config, int entries, List<UserProgram> programs) {
        Kernel kernel = new Kernel(config);
        Highmem highmem = kernel.highmem(entries, pages(programs));
        AtomicKmap kmap = new MacroKmap(kernel.preemption(), highmem);
        return new KmapKernel(kernel, kmap, new IntegerPages()).boot(programs, highmem.table());
    }

    private MachineSetup boot(List<UserProgram> programs, PageTable table) {
        programs.forEach(this::add);
        return bootWithTasks(programs, table);
    }

    private Task add(UserProgram program) {
        UserSide side = UserSide.create(kernel, program);
        MachineSetup.Body[] calls = IntStream.range(0, side.calls())
                .mapToObj(i -> (MachineSetup.Body) cpu -> side.call(cpu, i, pageFault, kmap))
                .toArray(MachineSetup.Body[]::new);
        return kernel.task(program.name(), program.pid(), TaskTraits.USER, calls);
    }

    private MachineSetup bootWithTasks(List<UserProgram> programs, PageTable table) {
        MachineSetup setup = kernel.boot();
        layOut(setup.memory(), pages(programs));
        setup.pageTable(table);
        return setup;
    }

    private static Set<Page> pages(List<UserProgram> programs) {
        Set<Page> pages = new LinkedHashSet<>();
        programs.forEach(p -> p.calls().forEach(call -> pages.addAll(call.pages())));
        return pages;
    }

    private static void layOut(Memory memory, Set<Page> pages) {
        for (Page page : pages) {
            int[] contents = new int[Page.WORDS];
            for (int i = 0; i < contents.length; i++) {
                contents[i] = (page.pfn() << 8) + i;
            }
            memory.frame(page.pfn(), page.name(), contents);
        }
    }
}
