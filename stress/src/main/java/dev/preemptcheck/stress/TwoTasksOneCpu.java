package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineListener;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.KmapSlots;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Task;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel with one processor and two tasks, each of which maps a high page of its own in the same slot, reads it and
 * writes down what it read. The same object is run by the model, with its scheduler and timer, and by {@link RealCpu} on
 * two threads, where the threads take the scheduler's place.
 *
 * <p>What task N writes down: N + 1 if it read its own page, the other's number plus 1 if it read the other's page, 0
 * if it died of an oops first.
 */
final class TwoTasksOneCpu {
    private static final KernelConfig CONFIG = new KernelConfig(KernelVersion.V2_4_10_PRE4, 1, true, true);
    private static final int TASKS = 2;
    private static final int FIRST_HIGH_PAGE = 0x55d54;

    private final Kernel kernel = new Kernel(CONFIG);
    private final MachineSetup setup;
    private final AtomicKmap kmap;
    private final boolean unmaps;
    private final KmapSlots slots;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Page> pages = new ArrayList<>();
    private final int[] results = new int[TASKS];
    private final int firstFrame;

    /**
     * The kernel with an implementation of mappings in force.
     *
     * @param unmaps whether the tasks unmap in the end
     */
    TwoTasksOneCpu(KmapVariant variant, boolean unmaps) {
        this.unmaps = unmaps;
        Memory memory = kernel.setup().memory();
        slots = new KmapSlots(memory, CONFIG.cpus());
        kmap = variant.create(CONFIG, slots, kernel.preemption());
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            pages.add(new Page(FIRST_HIGH_PAGE + i, "page" + i));
            tasks.add(kernel.task("task" + i, cpu -> run(cpu, number)));
        }
        for (int i = 0; i < TASKS; i++) {
            results[i] = memory.word("result" + i, 0);
        }
        pages.forEach(page -> memory.frame(page.pfn(), page.name(), page.pfn() - FIRST_HIGH_PAGE + 1, 0));
        firstFrame = memory.index(results[TASKS - 1]) + 1;
        setup = kernel.boot();
        setup.pageTable(slots.table());
    }

    /** What task {@code number} does, on either kind of processor. */
    void run(Cpu cpu, int number) {
        int address = kmap.kmapAtomic(cpu, pages.get(number), KmType.USER0);
        cpu.store(results[number], cpu.load(address));
        if (unmaps) {
            kmap.kunmapAtomic(cpu, address, KmType.USER0);
        }
    }

    /** For the model. Build once. */
    MachineSetup setup() {
        return setup;
    }

    /** What {@code task} wrote down, given what memory holds. */
    int resultIndex(int task) {
        return direct(results[task]);
    }

    // ---- for RealCpu

    /** Memory at boot, and one word that says whether the processor is taken; both tasks run already. */
    int[] bootImage() {
        try (ThreadCarrier unused = new ThreadCarrier()) {
            Machine machine = setup.build(unused, new MachineListener() {});
            int[] words = new int[machine.memory().size() + 1];
            for (int i = 0; i < words.length - 1; i++) {
                words[i] = machine.memory().peek(i);
            }
            tasks.forEach(task -> words[direct(task.preemptCount().address())] = 0);
            return words;
        }
    }

    int taskId(int number) {
        return tasks.get(number).id();
    }

    int countIndex(int task) {
        return direct(tasks.get(task - tasks.get(0).id()).preemptCount().address());
    }

    PageTable table() {
        return slots.table();
    }

    /** Index of a kernel data word, -1 for an address in the window of slots. */
    int direct(int address) {
        int index = (address - Memory.KERNEL_DATA) >>> 2;
        return index < firstFrame ? index : -1;
    }

    int inFrame(int pfn, int address) {
        return firstFrame + (pfn - FIRST_HIGH_PAGE) * Page.WORDS + ((address & 0xFFF) >>> 2);
    }
}
