package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import java.util.ArrayList;
import java.util.List;

/** All tasks of a kernel, by number; filled while the machine is set up. The idle task of processor N has number N. */
public final class TaskTable {
    private static final int FIRST_PGD = 0x01000000;

    private final List<Task> tasks = new ArrayList<>();
    private final List<TaskWords> words = new ArrayList<>();

    /** The task on whose kernel stack the caller runs. */
    public Task current(Cpu cpu) {
        return tasks.get(cpu.current());
    }

    public Task get(int id) {
        return tasks.get(id);
    }

    /** How many there are. */
    public int size() {
        return tasks.size();
    }

    /** All of them, idle ones first. */
    public List<Task> all() {
        return List.copyOf(tasks);
    }

    /** One word more of each task, which holds {@code value} at boot. */
    public TaskWords words(MachineSetup setup, String name, int value) {
        return words(setup, new TaskWords(name, value, null));
    }

    /** The same, of words that are raced for for this reason. */
    public TaskWords words(MachineSetup setup, String name, int value, String raceReason) {
        return words(setup, new TaskWords(name, value, raceReason));
    }

    private TaskWords words(MachineSetup setup, TaskWords more) {
        for (Task task : tasks) {
            more.add(setup, task);
        }
        words.add(more);
        return more;
    }

    /** The idle task of {@code cpu}. */
    public Task addIdle(MachineSetup setup, int cpu, MachineSetup.Body body) {
        return add(setup, Task.create(setup, "swapper" + cpu, 0, TaskTraits.idle(cpu), 0, body));
    }

    /** A process, with an address space of its own. */
    public Task addUser(MachineSetup setup, String name, int pid, TaskTraits traits, MachineSetup.Body body) {
        return add(setup, Task.create(setup, name, pid, traits, FIRST_PGD + (tasks.size() << 12), body));
    }

    /** A kernel thread. */
    public Task addDaemon(MachineSetup setup, String name, int pid, TaskTraits traits, MachineSetup.Body body) {
        return add(setup, Task.create(setup, name, pid, traits, 0, body));
    }

    private Task add(MachineSetup setup, Task task) {
        if (task.id() != tasks.size()) {
            throw new IllegalStateException("tasks are numbered in the order of their creation: " + task.name());
        }
        tasks.add(task);
        for (TaskWords more : words) {
            more.add(setup, task);
        }
        return task;
    }
}
