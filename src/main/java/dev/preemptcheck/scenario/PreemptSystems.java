package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Gate;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.arch.PageFaults;
import dev.preemptcheck.kernel.asm.MmuContext;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.DecAndLock;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.mm.ExitMm;
import dev.preemptcheck.kernel.mm.ExitMm.Order;
import dev.preemptcheck.kernel.sched.Mm;
import dev.preemptcheck.kernel.sched.PreemptRules;
import dev.preemptcheck.kernel.sched.PreemptRules.Mark;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTraits;
import dev.preemptcheck.kernel.smp.TlbFlush;
import dev.preemptcheck.kernel.softirq.SoftirqRules;
import dev.preemptcheck.kernel.wait.WaitQueue;
import java.util.ArrayList;
import java.util.List;

/** S3: what kernels for one processor could rely on until they became preemptible, in the preempt patch for 2.4. */
final class PreemptSystems {
    private static final KernelVersion VERSION = KernelVersion.V2_4_10_PRE4;
    private static final int USER_PAGES = 0x08048000;
    private static final int FIRST_PFN = 0x01400;
    private static final int USER_PAGE = PageTable.PRESENT | PageTable.USER | PageTable.ACCESSED;

    private static final TaskTraits FIRST_PROCESSOR =
            new TaskTraits(TaskTraits.Kind.USER, 1, 0, TaskTraits.DaemonContext.NONE);

    private PreemptSystems() {}

    static List<ModelledSystem> all() {
        return List.of(
                system(
                        "preempt-irqoff",
                        "a lock given back in the middle of a section with interrupts off",
                        List.of(
                                new Variant("PC-irqoff/PC-0", Variant.NO_PATCH, "preempt_schedule doesn't look at IF"),
                                new Variant(
                                        "PC-irqoff/PC-1", "preempt/irq-check", "preempt_schedule returns while IF=0")),
                        PreemptSystems::irqoff),
                system(
                        "preempt-mark",
                        "a task that is preempted on its way to sleep",
                        List.of(
                                new Variant("PC-mark/split", Variant.NO_PATCH, "the mark is a bit of the task's state"),
                                new Variant(
                                        "PC-mark/count", "preempt/active-in-count", "the mark is a bit of the count"),
                                new Variant("PC-nomark", "preempt/no-mark", "there is no mark")),
                        PreemptSystems::mark),
                system(
                        "preempt-declock",
                        "the last reference to an object that others still find",
                        List.of(
                                new Variant(
                                        "PC-declock/macro",
                                        Variant.NO_PATCH,
                                        "atomic_dec_and_lock is a decrement and test on one processor"),
                                new Variant(
                                        "PC-declock/real",
                                        "preempt/dec-and-lock",
                                        "it takes the lock, then decrements")),
                        PreemptSystems::declock),
                system(
                        "preempt-cr2",
                        "page faults, and the register with their address",
                        List.of(
                                new Variant("PC-cr2/trap", Variant.NO_PATCH, "faults come through a trap gate"),
                                new Variant(
                                        "PC-cr2/intr",
                                        "preempt/fault-gate",
                                        "through an interrupt gate; CR2 is read, then interrupts come on")),
                        PreemptSystems::cr2),
                system(
                        "preempt-lazy",
                        "a kernel thread that gives up its address space, and flushes another",
                        List.of(
                                new Variant(
                                        "PC-lazy/unlock",
                                        Variant.NO_PATCH,
                                        "exit_mm gives its lock back, then makes the processor lazy"),
                                new Variant("PC-lazy/first", "preempt/lazy-first", "it does so under the lock")),
                        PreemptSystems::lazy),
                system(
                        "preempt-uplock",
                        "a lock that is compiled out on one processor",
                        List.of(
                                new Variant(
                                        "PC-uplock/none",
                                        Variant.NO_PATCH,
                                        "locks on one processor are nothing at all"),
                                new Variant(
                                        "PC-uplock/off", "preempt/lock-off", "they keep preemption off, as any lock")),
                        PreemptSystems::uplock));
    }

    private static CoreSystem system(
            String scenario, String title, List<Variant> variants, CoreSystem.Programs programs) {
        List<KernelConfig> configs = new ArrayList<>();
        for (int axis = 0; axis < 4; axis++) {
            configs.add(new KernelConfig(VERSION, (axis & 2) == 0 ? 1 : 2, (axis & 1) != 0));
        }
        return new CoreSystem("S3", scenario, title, variants, List.copyOf(configs), c -> List.of(c.axis()), programs);
    }

    private static Kernel kernel(KernelConfig config, PreemptRules rules) {
        return new Kernel(config, new Kernel.Rules(rules, SchedulingPolicy.ANY, SoftirqRules.PLAIN));
    }

    private static int tasks(Size size) {
        return size == Size.QUICK ? 2 : 3;
    }

    /** Each task has its processor's word to itself as long as interrupts are off, and takes a lock meanwhile. */
    private static MachineSetup irqoff(Size size, KernelConfig config, Variant variant) {
        boolean check = variant.id().endsWith("PC-1");
        Kernel kernel = kernel(config, new PreemptRules(Mark.STATE, check));
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        for (int i = 0; i < tasks(size); i++) {
            Word own = kernel.word("own" + i, 0);
            kernel.task("task" + i, cpu -> {
                cpu.cli();
                lock.lock(cpu);
                shared.store(cpu, shared.load(cpu) + 1);
                lock.unlock(cpu);
                own.store(cpu, 1);
                cpu.sti();
            });
        }
        return kernel.boot();
    }

    /** One waits for what another does; a third only takes time. */
    private static MachineSetup mark(Size size, KernelConfig config, Variant variant) {
        Mark mark = switch (variant.id()) {
            case "PC-nomark" -> Mark.NONE;
            case "PC-mark/count" -> Mark.COUNT;
            default -> Mark.STATE;
        };
        Kernel kernel = kernel(config, new PreemptRules(mark, true));
        WaitQueue queue = kernel.waitQueue("queue");
        Word done = kernel.word("done", 0);
        Task waiter = kernel.task("waiter", cpu -> queue.waitFor(cpu, done));
        kernel.setup().work(done.address(), waiter.id(), -1);
        kernel.task("waker", cpu -> {
            done.store(cpu, 1);
            queue.wakeUp(cpu);
        });
        if (tasks(size) > 2) {
            Word other = kernel.word("other", 0);
            kernel.task("other", cpu -> other.store(cpu, 1));
        }
        return kernel.boot();
    }

    /** Tasks that find a user's entry in a hash table, use it and drop it, as {@code find_user()} and {@code free_uid()} do. */
    private static MachineSetup declock(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, new PreemptRules(Mark.STATE, true));
        DecAndLock drop = new DecAndLock(variant.id().endsWith("macro"), config.smp());
        UserEntry entry = new UserEntry(
                drop,
                kernel.spinlock("uidhash_lock"),
                kernel.word("uidhash_table", 1),
                kernel.word("user.count", 1),
                kernel.word("user.processes", 0));
        kernel.task("holder", cpu -> entry.free(cpu));
        for (int i = 1; i < tasks(size); i++) {
            kernel.task("finder" + i, cpu -> {
                if (entry.find(cpu)) {
                    entry.use(cpu);
                    entry.free(cpu);
                }
            });
        }
        return kernel.boot();
    }

    /** Each program touches a page of its own for the first time, then enters the kernel. */
    private static MachineSetup cr2(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, new PreemptRules(Mark.STATE, true));
        Memory memory = kernel.setup().memory();
        int first = memory.word("pte[0]", 0);
        for (int i = 1; i < tasks(size); i++) {
            memory.word("pte[" + i + "]", 0);
        }
        PageTable pages = new PageTable(USER_PAGES, tasks(size), first);
        new PageFaults(kernel.interrupts(), pages, FIRST_PFN)
                .install(kernel.setup(), variant.id().endsWith("trap") ? Gate.TRAP : Gate.INTERRUPT);
        for (int i = 0; i < tasks(size); i++) {
            int page = USER_PAGES + (i << 12);
            kernel.task("task" + i, cpu -> cpu.userStore(page, 1));
        }
        MachineSetup setup = kernel.boot();
        for (int i = 0; i < tasks(size); i++) {
            memory.frame(FIRST_PFN + i, "page" + i, 0);
        }
        return setup;
    }

    /**
     * A kernel thread gives up the address space that it was started with, and takes a page from a process, which reads that
     * page twice and has it back by a fault. The process is bound to processor 0. Two of them are enough, of whatever size.
     */
    private static MachineSetup lazy(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, new PreemptRules(Mark.STATE, true));
        Memory memory = kernel.setup().memory();
        MmuContext context = kernel.addressSpaces();
        Mm mm = context.mm("mm");
        TlbFlush flush = kernel.tlbFlush(context);
        PageTable pages = new PageTable(USER_PAGES, 1, memory.word("pte", (FIRST_PFN << 12) | USER_PAGE));
        new PageFaults(kernel.interrupts(), pages, FIRST_PFN).install(kernel.setup(), Gate.INTERRUPT);
        Order order = variant.id().endsWith("first") ? Order.LAZY_FIRST : Order.UNLOCK_FIRST;
        ExitMm exit = new ExitMm(context, kernel.tasks(), config.preempt(), order);
        kernel.atExit(exit::exitMm);
        Task reclaim = kernel.kernelThread("reclaim", cpu -> {
            exit.exitMm(cpu);
            tryToSwapOut(cpu, pages, flush, mm);
        });
        context.uses(reclaim, context.mm("parent"));
        Task reader = kernel.task("reader", kernel.tasks().size(), FIRST_PROCESSOR, PreemptSystems::readTwice);
        context.uses(reader, mm);
        for (Task task : List.of(reclaim, reader)) {
            exit.mayExit(task, kernel.spinlock(task.name() + ".alloc_lock"));
        }
        MachineSetup setup = kernel.boot();
        memory.frame(FIRST_PFN, "page", 0);
        return setup;
    }

    /** {@code try_to_swap_out()} of a clean page, which is on disk already: from here on it can be reclaimed. */
    @CName("try_to_swap_out")
    private static void tryToSwapOut(Cpu cpu, PageTable pages, TlbFlush flush, Mm mm) {
        int pte = pages.entryOf(USER_PAGES);
        cpu.translationChanges(pte);
        cpu.exchange(pte, 0);
        flush.flushTlbPage(cpu, mm, USER_PAGES);
        cpu.translationChanged(pte);
    }

    private static void readTwice(Cpu cpu) {
        cpu.userLoad(USER_PAGES);
        cpu.userLoad(USER_PAGES);
    }

    /** Each task takes a page off the free list. */
    private static MachineSetup uplock(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, new PreemptRules(Mark.STATE, true));
        boolean nothing = variant.id().endsWith("none") && !config.smp();
        Preemption preemption = nothing ? kernel.scheduler().noPreemption() : kernel.preemption();
        List<Word> counts = new ArrayList<>();
        for (int i = 0; i < tasks(size); i++) {
            counts.add(kernel.word("page" + i + ".count", 0));
        }
        Spinlock lock = new Spinlock(kernel.setup(), "zone.lock", config.smp(), preemption);
        FreeList list = new FreeList(lock, kernel.word("free_list", 0), List.copyOf(counts));
        for (int i = 0; i < tasks(size); i++) {
            kernel.task("task" + i, list::rmqueue);
        }
        return kernel.boot();
    }

    /** Free pages in a row, of which the first is taken; a free page has no users. */
    private record FreeList(Spinlock lock, Word first, List<Word> counts) {
        void rmqueue(Cpu cpu) {
            lock.lock(cpu);
            int page = first.load(cpu);
            first.store(cpu, page + 1);
            lock.unlock(cpu);
            Word count = counts.get(page);
            if (count.load(cpu) != 0) {
                throw cpu.bug("BUG-page-in-use", "mm/page_alloc.c");
            }
            count.store(cpu, 1);
        }
    }

    /** A user's entry, which is in the table as long as somebody holds it. */
    private record UserEntry(DecAndLock drop, Spinlock lock, Word table, Word count, Word processes) {
        boolean find(Cpu cpu) {
            lock.lock(cpu);
            boolean found = table.load(cpu) != 0;
            if (found) {
                count.add(cpu, 1);
            }
            lock.unlock(cpu);
            return found;
        }

        void use(Cpu cpu) {
            processes.add(cpu, 1);
        }

        void free(Cpu cpu) {
            if (drop.decAndLock(cpu, count, lock)) {
                table.store(cpu, 0);
                cpu.free(processes.address(), 1);
                lock.unlock(cpu);
            }
        }
    }
}
