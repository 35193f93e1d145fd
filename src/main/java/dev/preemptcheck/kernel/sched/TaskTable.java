package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import java.util.ArrayList;
import java.util.List;

/** All tasks of a kernel, by number; filled while the machine is set up. The idle task of processor N has number N. */
public final class TaskTable {
    private static final int FIRST_PGD = 0x01000000;

    private final List<Task> tasks = new ArrayList<>();

    /** The task on whose kernel stack the caller runs. */
    public Task current(Cpu cpu) {
        return tasks.get(cpu.current());
    }

    public Task get(int id) {
        return tasks.get(id);
    }

    /** All of them, idle ones first. */
    public List<Task> all() {
        return List.copyOf(tasks);
    }

    /**
     * The idle task of {@code cpu}.
     *
     * @param count its preempt count at boot: 0 if it runs from then on, 1 if it will be switched in by {@code schedule()}
     */
    public Task addIdle(MachineSetup setup, int cpu, int count, MachineSetup.Body body) {
        return add(Task.create(setup, "swapper" + cpu, 0, 0, count, body));
    }

    /**
     * A user task.
     *
     * @param count its preempt count at boot: 1 if it is new and will be switched in by {@code schedule()}
     */
    public Task addUser(MachineSetup setup, String name, int pid, int count, MachineSetup.Body body) {
        return add(Task.create(setup, name, pid, FIRST_PGD + (tasks.size() << 12), count, body));
    }

    private Task add(Task task) {
        if (task.id() != tasks.size()) {
            throw new IllegalStateException("tasks are numbered in the order of their creation: " + task.name());
        }
        tasks.add(task);
        return task;
    }
}
