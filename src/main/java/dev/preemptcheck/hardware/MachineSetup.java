package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.interrupt.Pic8259;
import dev.preemptcheck.hardware.interrupt.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a machine is made of: filled in by a scenario, then {@link #build built} once.
 *
 * <p>Numbers of tasks and processors are limited to what fits a bit mask: 16 tasks (idle ones included), 11 processors.
 */
public final class MachineSetup {
    private static final int TASKS_MAX = 16;
    /** Processors of a machine, at most. */
    public static final int CPUS_MAX = 11;

    private static final int DEVICES_MAX = 8;
    private static final int VECTORS = 0x100;
    /** The vector of the NMI. */
    static final int NMI = 2;

    /** Code that runs on a processor. */
    @FunctionalInterface
    public interface Body {
        void run(Cpu cpu);
    }

    /** Code that handles a page fault: {@code code} is a sum of {@link FaultCode}'s bits, the address is in CR2. */
    @FunctionalInterface
    public interface FaultBody {
        void run(Cpu cpu, int code);
    }

    /** What a task is to the machine. */
    record TaskEntry(String name, boolean idle, Body body, int countAddress) {}

    private final Memory memory = new Memory();
    private final List<TaskEntry> tasks = new ArrayList<>();
    private final List<String> locks = new ArrayList<>();
    private final int[] bootTasks;
    private final boolean preemptible;
    private CountLayout countLayout = CountLayout.PLAIN;
    private final List<PendingWork> work = new ArrayList<>();
    private long latencyBudget;
    private final SortedMap<String, String> intendedRaces = new TreeMap<>();
    private PageTable pageTable = PageTable.NONE;
    private Paging paging = Paging.NONE;
    private Gate pageFaultGate = Gate.INTERRUPT;
    private @Nullable FaultBody pageFault;
    private MemoryModel memoryModel = MemoryModel.SC;
    private final @Nullable Body[] entries = new Body[VECTORS];
    private final List<Integer> externals = new ArrayList<>();
    private final List<Device> devices = new ArrayList<>();
    private final MachineBus bus = new MachineBus(this);
    private @Nullable SimulatedClock clock;
    private boolean acknowledgedTimer;
    private boolean timerMasked;
    private int boundTasks;
    private boolean speculativeFills;
    private Gate fpuGate = Gate.TRAP;
    private @Nullable Body fpuHandler;
    private final SortedMap<Integer, Integer> fpuLive = new TreeMap<>();
    private int levelTriggered;
    private @Nullable Body death;
    private UnaryOperator<Cpu> lens = UnaryOperator.identity();

    /**
     * A machine with so many processors.
     *
     * @param preemptible whether the kernel on it can preempt tasks in kernel mode, for those who ask "can a preemption
     *     happen here?"
     */
    public MachineSetup(int cpus, boolean preemptible) {
        if (cpus < 1 || cpus > CPUS_MAX) {
            throw new IllegalArgumentException("1 to " + CPUS_MAX + " processors can be modelled, not " + cpus);
        }
        this.bootTasks = new int[cpus];
        this.preemptible = preemptible;
        this.entries[Vector.LOCAL_TIMER] = cpu -> {};
    }

    public Memory memory() {
        return memory;
    }

    /**
     * A task; returns its number. Its code ends by leaving the processor to another task, or never.
     *
     * @param idle true if the task only waits for work, so that a run may end while it does
     * @param countAddress address of its preempt count, or 0 if it has none
     */
    public int task(String name, boolean idle, int countAddress, Body body) {
        if (tasks.size() == TASKS_MAX) {
            throw new IllegalArgumentException("at most " + TASKS_MAX + " tasks can be modelled");
        }
        tasks.add(new TaskEntry(name, idle, body, countAddress));
        return tasks.size() - 1;
    }

    /**
     * A lock that detectors know by its number and people by its name; it need not have a word, which a spinlock of a kernel
     * for one processor has not.
     */
    public int lock(String name) {
        locks.add(name);
        return locks.size() - 1;
    }

    /**
     * Work that only {@code task} does: as long as the kernel data word at {@code address} is not 0, the task must be about to
     * run.
     *
     * @param cpu the processor that the task runs on, or -1 if it may run on any
     */
    public void work(int address, int task, int cpu) {
        work.add(new PendingWork((address - Memory.KERNEL_DATA) >>> 2, task, cpu));
    }

    /**
     * The kernel data word at {@code address} is accessed by several at a time on purpose, and marked accesses are why that is
     * right; for people, who want to know which races are meant.
     */
    public void intendedRace(int address, String reason) {
        intendedRaces.put(memory.symbol((address - Memory.KERNEL_DATA) >>> 2), reason);
    }

    /** Why the words that are raced for on purpose may be, by their symbols. */
    public SortedMap<String, String> intendedRaces() {
        return Collections.unmodifiableSortedMap(intendedRaces);
    }

    /** For how many nanoseconds a processor may keep preemption or interrupts off; for as long as it likes by default. */
    public void latencyBudget(long nanos) {
        latencyBudget = nanos;
    }

    /** What preempt counts are made of; one number by default. */
    public void countLayout(CountLayout layout) {
        countLayout = layout;
    }

    /** The task on whose kernel stack a processor starts. */
    public void boot(int cpu, int task) {
        if (cpu < 0 || cpu >= bootTasks.length) {
            throw new IllegalArgumentException(
                    "processor " + cpu + " can't boot: there are " + bootTasks.length + " processors");
        }
        bootTasks[cpu] = task;
    }

    /** The window of linear addresses that the kernel maps for itself. */
    public void pageTable(PageTable table) {
        pageTable = table;
    }

    /** When stores reach memory; at once by default. */
    public void memoryModel(MemoryModel model) {
        memoryModel = model;
    }

    /** What else is translated; nothing, if this is never called. */
    public void paging(Paging directories) {
        paging = directories;
    }

    /**
     * The kernel's page-fault handler, from entry to the end of its return path, and the gate that leads to it. Without one
     * a page fault is a {@link Cpu#bug}, {@code paging-request}.
     */
    public void pageFault(Gate gate, FaultBody entry) {
        pageFaultGate = gate;
        pageFault = entry;
    }

    /**
     * The kernel's entry code for the timer interrupt of a processor, from entry to the end of its return path. It is not
     * acknowledged: the controller between timer and processor is left out.
     */
    public void timer(Body entry) {
        entries[Vector.LOCAL_TIMER] = entry;
        acknowledgedTimer = false;
    }

    /** Neither the timer nor what may come in its place interrupts: their lines are masked. */
    public void maskTimer() {
        timerMasked = true;
    }

    boolean timerMasked() {
        return timerMasked;
    }

    /** The task never leaves its processor: what it knows of that stays true. */
    public void bind(int task) {
        boundTasks |= 1 << task;
    }

    int boundTasks() {
        return boundTasks;
    }

    /**
     * The kernel's entry code for a device's interrupt that may come whenever the timer's may, on any processor, and is bounded
     * together with it. As with the timer, the controller between is left out: which of them it is, is a free answer at
     * the moment at which it is taken.
     *
     * @param irq its line, 0 to 15
     */
    public void external(int irq, Body entry) {
        line(irq, entry);
        externals.add(Vector.FIRST + irq);
    }

    /**
     * The kernel's entry code for a vector of the local APICs, from entry to the end of its return path. It ends the
     * interrupt with {@link Cpu#endOfInterrupt()}; the local timer's does so too.
     */
    public void interrupt(int vector, Body entry) {
        if (vector < Vector.FIRST || vector >= VECTORS) {
            throw new IllegalArgumentException("vector " + vector + " is no vector of a local APIC");
        }
        entries[vector] = entry;
        acknowledgedTimer |= vector == Vector.LOCAL_TIMER;
    }

    /** The kernel's entry code for a line of the 8259s, which processor 0 takes. */
    public void line(int irq, Body entry) {
        if (irq < 0 || irq > 15 || irq == 2) {
            throw new IllegalArgumentException("line " + irq + " of the 8259s can't be a device's: 0 to 15 are, without"
                    + " 2, which is the cascade");
        }
        entries[Vector.FIRST + irq] = entry;
    }

    /** Lines that ask as long as they are high, a bit each; the others are edge-triggered. */
    public void levelTriggered(int lines) {
        levelTriggered = lines;
    }

    /** The kernel's entry code for the NMI. */
    public void nmi(Body entry) {
        entries[NMI] = entry;
    }

    /** A device, made of the bus that it is on. */
    public <D extends Device> D device(Function<Bus, D> maker) {
        D device = maker.apply(bus);
        if (devices.size() == DEVICES_MAX) { // after the clock that the device may have brought along
            throw new IllegalArgumentException(
                    "at most " + DEVICES_MAX + " devices can be modelled, their clock included");
        }
        devices.add(device);
        return device;
    }

    /** The clock of devices, delays and time-outs. */
    public SimulatedClock clock() {
        if (clock == null) {
            clock = device(anyBus -> new SimulatedClock());
        }
        return clock;
    }

    /** Lets the processors' walkers fill their TLBs with whatever is present, at any moment (fact 2.3); off by default. */
    public void allowSpeculativeFills() {
        speculativeFills = true;
    }

    /** The kernel's handler for #NM, an FPU instruction while TS is set, and the gate to it; without one #NM is a bug. */
    public void deviceNotAvailable(Gate gate, Body entry) {
        fpuGate = gate;
        fpuHandler = entry;
    }

    /**
     * The word that is not 0 while the task's state is live in FPU registers (fact 2.5). Where a task has one, TS is set at
     * boot, unless the word of the task that boots says that its state is live.
     */
    public void lazyFpu(int task, int address) {
        fpuLive.put(task, memory.index(address));
    }

    /**
     * What the kernel does with a task that died of an oops: it must not return to it. Without this an oops can't be survived,
     * and ends the run as a panic does.
     */
    public void death(Body exit) {
        death = exit;
    }

    /** All code on the machine sees its processors through {@code lens}, which may do more or less than it is asked. */
    void seenThrough(UnaryOperator<Cpu> newLens) {
        lens = newLens;
    }

    UnaryOperator<Cpu> lens() {
        return lens;
    }

    /** The machine. Call once. */
    public Machine build(Carrier carrier, MachineListener listener) {
        return new Machine(this, carrier, listener);
    }

    /** Names of the tasks so far, by number. */
    public List<String> taskNames() {
        return tasks.stream().map(TaskEntry::name).toList();
    }

    /** True if that task only waits for work. */
    public boolean isIdle(int task) {
        return tasks.get(task).idle();
    }

    /** Number of processors. */
    public int cpus() {
        return bootTasks.length;
    }

    PageTable pageTable() {
        return pageTable;
    }

    MemoryModel memoryModel() {
        return memoryModel;
    }

    Paging paging() {
        return paging;
    }

    Gate pageFaultGate() {
        return pageFaultGate;
    }

    @Nullable
    FaultBody pageFault() {
        return pageFault;
    }

    @Nullable
    Body[] entries() {
        return entries.clone();
    }

    /** What can come in the timer's place, by vector. */
    int[] externals() {
        return externals.stream().mapToInt(Integer::intValue).toArray();
    }

    boolean acknowledgedTimer() {
        return acknowledgedTimer;
    }

    Pic8259 pic() {
        return new Pic8259(levelTriggered);
    }

    List<Device> devices() {
        return devices;
    }

    MachineBus bus() {
        return bus;
    }

    @Nullable
    SimulatedClock clockIfAny() {
        return clock;
    }

    /** What traces call the handler of a vector. */
    public static String vectorName(int vector) {
        return vector == NMI ? "nmi" : vector == Vector.LOCAL_TIMER ? "timer" : Vector.name(vector);
    }

    Gate deviceNotAvailableGate() {
        return fpuGate;
    }

    @Nullable
    Body deviceNotAvailable() {
        return fpuHandler;
    }

    boolean speculativeFills() {
        return speculativeFills;
    }

    @Nullable
    Body death() {
        return death;
    }

    /** Whether the kernel can preempt tasks in kernel mode. */
    public boolean preemptible() {
        return preemptible;
    }

    int[] fpuLiveWords() {
        int[] words = new int[tasks.size()];
        Arrays.setAll(words, task -> fpuLive.getOrDefault(task, -1));
        return words;
    }

    List<PendingWork> work() {
        return List.copyOf(work);
    }

    /** The limit on sections with preemption or interrupts off, in simulated nanoseconds; 0 if there is none. */
    public long latencyBudget() {
        return latencyBudget;
    }

    CountLayout countLayout() {
        return countLayout;
    }

    List<String> locks() {
        return locks;
    }

    List<TaskEntry> tasks() {
        return tasks;
    }

    int[] bootTasks() {
        return bootTasks;
    }
}
