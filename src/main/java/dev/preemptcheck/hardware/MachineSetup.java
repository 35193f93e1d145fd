package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;

/**
 * What a machine is made of: filled in by a scenario, then {@link #build built} once.
 *
 * <p>Numbers of tasks and processors are limited to what fits a bit mask: 16 tasks (idle ones included), 4 processors.
 */
public final class MachineSetup {
    private static final int TASKS_MAX = 16;
    private static final int CPUS_MAX = 4;

    /** Code that runs on a processor. */
    @FunctionalInterface
    public interface Body {
        void run(Cpu cpu);
    }

    /** What a task is to the machine. */
    record TaskEntry(String name, boolean idle, Body body, int countAddress) {}

    private final Memory memory = new Memory();
    private final List<TaskEntry> tasks = new ArrayList<>();
    private final int[] bootTasks;
    private final boolean preemptible;
    private PageTable pageTable = PageTable.NONE;
    private MemoryModel memoryModel = MemoryModel.SC;
    private Body timer = cpu -> {};
    private Body death = cpu -> {};

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

    /** The task on whose kernel stack a processor starts. */
    public void boot(int cpu, int task) {
        bootTasks[cpu] = task;
    }

    /** The window of linear addresses that is translated. */
    public void pageTable(PageTable table) {
        pageTable = table;
    }

    /** When stores reach memory; at once by default. */
    public void memoryModel(MemoryModel model) {
        memoryModel = model;
    }

    /** The kernel's entry code for the timer interrupt, from entry to the end of its return path. */
    public void timer(Body entry) {
        timer = entry;
    }

    /** What the kernel does with a task that died of an oops: it must not return to it. */
    public void death(Body exit) {
        death = exit;
    }

    /** The machine. Call once. */
    public Machine build(Carrier carrier, MachineListener listener) {
        return new Machine(this, carrier, listener);
    }

    PageTable pageTable() {
        return pageTable;
    }

    MemoryModel memoryModel() {
        return memoryModel;
    }

    Body timer() {
        return timer;
    }

    Body death() {
        return death;
    }

    boolean preemptible() {
        return preemptible;
    }

    List<TaskEntry> tasks() {
        return tasks;
    }

    int[] bootTasks() {
        return bootTasks;
    }
}
