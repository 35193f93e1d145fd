package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.Word;
import java.util.ArrayList;
import java.util.List;

/** A field of {@code task_struct} that only some kernels need: a word of each task, those made later included. */
public final class TaskWords {
    private final String name;
    private final int value;
    private final List<Word> words = new ArrayList<>();

    TaskWords(String name, int value) {
        this.name = name;
        this.value = value;
    }

    /** Lays out the next task's. */
    void add(MachineSetup setup, Task task) {
        words.add(new Word(setup.memory().word(task.name() + "." + name, value)));
    }

    /** The task's own. */
    public Word of(Task task) {
        return words.get(task.id());
    }
}
