package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.arch.InterruptEntry;
import dev.preemptcheck.kernel.asm.MmuContext;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.irq.IrqThread;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.mm.Highmem;
import dev.preemptcheck.kernel.mm.PkmapArea;
import dev.preemptcheck.kernel.sched.ContextCounts;
import dev.preemptcheck.kernel.sched.PreemptRules;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskTraits;
import dev.preemptcheck.kernel.sched.TaskTraits.DaemonContext;
import dev.preemptcheck.kernel.sched.TaskTraits.Kind;
import dev.preemptcheck.kernel.smp.CallFunction;
import dev.preemptcheck.kernel.smp.PerCpuVariable;
import dev.preemptcheck.kernel.smp.ProcessorNumber;
import dev.preemptcheck.kernel.smp.TlbFlush;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.softirq.SoftirqRules;
import dev.preemptcheck.kernel.softirq.Softirqs;
import dev.preemptcheck.kernel.softirq.Tasklets;
import dev.preemptcheck.kernel.timer.Timers;
import dev.preemptcheck.kernel.wait.WaitQueue;
import dev.preemptcheck.kernel.workqueue.PendingOrder;
import dev.preemptcheck.kernel.workqueue.Workqueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel, wired from parts for one machine: ask it for locks, words and queues, give it programs and handlers, and
 * {@link #boot} it.
 *
 * <p>At boot the first program runs in user mode on processor 0; the others wait in the run queue, and the other processors
 * are idle. Kernel threads sleep until they are woken. The timer may interrupt at any time, on any processor.
 */
public final class Kernel {
    private final KernelConfig config;
    private final MachineSetup setup;
    private final TaskTable tasks = new TaskTable();
    private final Scheduler scheduler;
    private final Locks locks;
    private final ContextCounts counts;
    private final Softirqs softirqs;
    private final InterruptEntry entry;
    private final Map<Softirq, MachineSetup.Body> softirqHandlers = new EnumMap<>(Softirq.class);
    private final List<Task> softirqDaemons = new ArrayList<>();
    private final List<Task> users = new ArrayList<>();
    private final List<MachineSetup.Body> exitParts = new ArrayList<>();
    /** None, or one once it was asked for. */
    private final List<Timers> timers = new ArrayList<>();

    /**
     * How a kernel is built, beyond its configuration.
     *
     * @param preempt how it preempts
     * @param policy which task it picks
     * @param softirqs how it asks for softirqs
     */
    public record Rules(PreemptRules preempt, SchedulingPolicy policy, SoftirqRules softirqs) {
        /** What the kernel of that version does. */
        public static Rules of(KernelConfig config) {
            return new Rules(PreemptRules.of(config), SchedulingPolicy.ANY, SoftirqRules.PLAIN);
        }
    }

    /** A kernel of that configuration. */
    public Kernel(KernelConfig config) {
        this(config, Rules.of(config));
    }

    /** A kernel of that configuration, built differently. */
    public Kernel(KernelConfig config, Rules rules) {
        this.config = config;
        this.setup = new MachineSetup(config.cpus(), config.preempt());
        setup.countLayout(config.version().countLayout());
        this.scheduler = new Scheduler(setup, config, tasks, rules.preempt(), rules.policy());
        this.locks = new Locks(setup, config, tasks, scheduler);
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            boolean runsAtBoot = cpu > 0;
            tasks.addIdle(setup, cpu, c -> idle(c, runsAtBoot));
        }
        this.counts = ContextCounts.of(setup, config, tasks);
        this.softirqs = new Softirqs(
                setup.memory(), config, tasks, scheduler, counts, rules.softirqs(), softirqHandlers, softirqDaemons);
        this.entry = new InterruptEntry(config, tasks, scheduler, counts, this::afterHandler);
    }

    private void idle(Cpu cpu, boolean runsAtBoot) {
        if (!runsAtBoot) {
            scheduler.scheduleTail(cpu);
        }
        scheduler.cpuIdle(cpu);
    }

    private void afterHandler(Cpu cpu) {
        if (!softirqDaemons.isEmpty()) {
            softirqs.onIrqExit(cpu);
        }
    }

    // ---- what kernel code is made of

    public KernelConfig config() {
        return config;
    }

    /** The machine's parts, for what has no name here. */
    public MachineSetup setup() {
        return setup;
    }

    public TaskTable tasks() {
        return tasks;
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    public Preemption preemption() {
        return scheduler.preemption();
    }

    public ContextCounts counts() {
        return counts;
    }

    public Softirqs softirqs() {
        return softirqs;
    }

    /** A word of kernel data. */
    public Word word(String name, int value) {
        return new Word(setup.memory().word(name, value));
    }

    /** Locks of every kind. */
    public Locks locks() {
        return locks;
    }

    public Spinlock spinlock(String name) {
        return locks.spinlock(name);
    }

    public WaitQueue waitQueue(String name) {
        return locks.waitQueue(name);
    }

    /**
     * {@code smp_processor_id()} and what is built on it.
     *
     * @param checked CONFIG_DEBUG_PREEMPT
     */
    public ProcessorNumber processorNumber(boolean checked) {
        return new ProcessorNumber(config, tasks, preemption(), checked);
    }

    /** {@code DEFINE_PER_CPU()}: a word of each processor, reached by the number that its own processor has. */
    public PerCpuVariable perCpu(String name, int value, ProcessorNumber number) {
        return PerCpuVariable.layOut(setup.memory(), name, value, config.cpus(), number);
    }

    /**
     * {@code kmap()} and {@code kunmap()} for these pages, with the messages by which processors flush their TLBs. The machine
     * needs the area as its {@linkplain MachineSetup#pageTable page table}.
     *
     * @param entries mappings that are free at boot
     */
    public Highmem highmem(int entries, Collection<Page> pages) {
        PkmapArea area = PkmapArea.layOut(setup.memory(), entries, pages);
        Word unanswered = word("call_data.unanswered", 0);
        CallFunction flush = new CallFunction(spinlock("call_lock"), unanswered, config.cpus(), area::flushTlb);
        if (config.smp()) {
            interrupt(Vector.CALL_FUNCTION, flush::answer);
        }
        return new Highmem(area, spinlock("kmap_lock"), waitQueue("pkmap_map_wait"), counts, scheduler, flush);
    }

    /** Address spaces that tasks share and lose; asked for once, and told whose each task has. */
    public MmuContext addressSpaces() {
        MmuContext context = new MmuContext(setup, config, tasks);
        scheduler.addressSpaces(context);
        return context;
    }

    /** TLB flushes of those address spaces. */
    public TlbFlush tlbFlush(MmuContext context) {
        MarkedWord unanswered = MarkedWord.create(
                setup, "flush_cpumask", 0, "bits that change by locked instructions; the sender polls");
        TlbFlush flush = new TlbFlush(
                config.smp(),
                context,
                tasks,
                preemption(),
                spinlock("tlbstate_lock"),
                unanswered,
                word("flush_mm", 0),
                word("flush_va", 0));
        if (config.smp()) {
            interrupt(Vector.INVALIDATE_TLB, flush::invalidateInterrupt);
        }
        return flush;
    }

    /** Timers; asked for before {@link #boot()}, whose timer interrupt then runs them. */
    public Timers timers() {
        if (timers.isEmpty()) {
            Timers made = new Timers(setup, config, preemption(), softirqs);
            softirq(Softirq.TIMER, made::runTimerSoftirq);
            timers.add(made);
        }
        return timers.get(0);
    }

    /** Tasklets; asked for once. */
    public Tasklets tasklets() {
        Tasklets tasklets = new Tasklets(setup, config, scheduler, softirqs);
        softirq(Softirq.TASKLET, tasklets::action);
        return tasklets;
    }

    // ---- who runs

    /** A process that enters the kernel once for each of {@code calls}, and exits. */
    public Task task(String name, MachineSetup.Body... calls) {
        return task(name, tasks.size(), TaskTraits.USER, calls);
    }

    /** A process with a process id and traits of its own. */
    public Task task(String name, int pid, TaskTraits traits, MachineSetup.Body... calls) {
        return addUser(name, pid, traits, cpu -> {
            live(cpu, calls);
            exit(cpu);
        });
    }

    private Task addUser(String name, int pid, TaskTraits traits, MachineSetup.Body body) {
        boolean waits = !users.isEmpty();
        Task task = tasks.addUser(setup, name, pid, traits, cpu -> {
            if (waits) {
                scheduler.scheduleTail(cpu);
            }
            body.run(cpu);
        });
        users.add(task);
        return task;
    }

    private void live(Cpu cpu, MachineSetup.Body[] calls) {
        cpu.userMode(0);
        for (int i = 0; i < calls.length; i++) {
            calls[i].run(cpu);
            entry.retFromSysCall(cpu, i + 1);
        }
    }

    private void exit(Cpu cpu) {
        for (MachineSetup.Body part : exitParts) {
            part.run(cpu);
        }
        scheduler.exit(cpu);
    }

    /** What {@code do_exit()} does with a part of every process, before it calls {@code schedule()} for the last time. */
    public void atExit(MachineSetup.Body part) {
        exitParts.add(part);
    }

    /** A kernel thread that waits for its turn at boot, as processes do, and exits at the end of its code. */
    public Task kernelThread(String name, MachineSetup.Body body) {
        return addUser(name, tasks.size(), TaskTraits.USER, cpu -> {
            body.run(cpu);
            exit(cpu);
        });
    }

    /** A kernel thread, which sleeps at boot; its code begins where it is woken first, with {@code schedule_tail()} done. */
    public Task thread(String name, TaskTraits traits, MachineSetup.Body body) {
        return tasks.addDaemon(setup, name, tasks.size(), traits, cpu -> {
            scheduler.scheduleTail(cpu);
            body.run(cpu);
        });
    }

    /** A work queue and its worker on each processor: {@code create_workqueue()}. */
    public Workqueue workqueue(String name, PendingOrder order) {
        Workqueue workqueue = new Workqueue(setup, config, name, tasks, scheduler, order);
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            int processor = cpu;
            TaskTraits traits = TaskTraits.daemon(cpu, 0, DaemonContext.NONE);
            workqueue.servedBy(setup, processor, thread(name + "/" + cpu, traits, c -> workqueue.worker(c, processor)));
        }
        return workqueue;
    }

    /** What a softirq does; the first one also brings the daemons. */
    public void softirq(Softirq softirq, MachineSetup.Body handler) {
        softirqHandlers.put(softirq, handler);
        for (int cpu = softirqDaemons.size(); cpu < config.cpus(); cpu++) {
            int processor = cpu;
            TaskTraits traits = TaskTraits.daemon(cpu, 0, DaemonContext.SOFTIRQ);
            Task daemon = thread("ksoftirqd/" + cpu, traits, c -> softirqs.daemon(c, processor));
            setup.work(softirqs.pendingOn(cpu).address(), daemon.id(), cpu);
            softirqDaemons.add(daemon);
        }
    }

    /** What the kernel does when line {@code irq} interrupts, which may be at any time, on any processor. */
    public void irq(int irq, MachineSetup.Body handler) {
        setup.external(irq, cpu -> entry.doIrq(cpu, handler));
    }

    /**
     * The same for a line whose handler runs in a thread of its processor's, if the configuration says so (fact S6): the
     * interrupt itself only wakes that thread.
     *
     * @param kicksSoftirqs whether the thread looks after pending softirqs once its handler is over: HR-1b
     */
    public void threadedIrq(int irq, boolean kicksSoftirqs, MachineSetup.Body handler) {
        if (!config.hardirqThreads()) {
            irq(irq, handler);
            return;
        }
        IrqThread thread = new IrqThread(setup.memory(), irq, scheduler, softirqs, handler, kicksSoftirqs);
        Task task = thread("IRQ " + irq, TaskTraits.daemon(0, 0, DaemonContext.HARDIRQ), thread::run);
        setup.work(thread.asked().address(), task.id(), 0);
        irq(irq, cpu -> thread.wake(cpu, task));
    }

    /** What the kernel does when a vector of the local APICs interrupts; the handler ends the interrupt itself. */
    public void interrupt(int vector, MachineSetup.Body handler) {
        setup.interrupt(vector, cpu -> entry.doIrq(cpu, handler));
    }

    /** Everything is there: what runs at boot, and the timer, which uses up time slices and runs timers. */
    public MachineSetup boot() {
        return boot(cpu -> {
            entry.timerInterrupt(cpu);
            for (Timers armed : timers) {
                armed.runLocalTimers(cpu);
            }
        });
    }

    /** The same with another timer handler. */
    public MachineSetup boot(MachineSetup.Body timer) {
        if (users.isEmpty()) {
            throw new IllegalStateException("a kernel without a process has nothing to do");
        }
        int running = 0;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            int first = cpu == 0 ? users.get(0).id() : cpu;
            setup.boot(cpu, first);
            running |= 1 << first;
        }
        scheduler.atBoot(setup, running, bits(Kind.USER) & ~running, bits(Kind.DAEMON));
        setup.timer(cpu -> entry.doIrq(cpu, timer));
        setup.death(scheduler::exit);
        return setup;
    }

    private int bits(Kind kind) {
        int bits = 0;
        for (Task task : tasks.all()) {
            bits |= task.traits().kind() == kind ? task.bit() : 0;
        }
        return bits;
    }

    /** What a timer interrupt does to the running task. */
    public InterruptEntry interrupts() {
        return entry;
    }
}
