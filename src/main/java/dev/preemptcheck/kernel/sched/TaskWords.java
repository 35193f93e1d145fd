package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A field of {@code task_struct} that only some kernels need: a word of each task, those made later included. */
public final class TaskWords {
    private final String name;
    private final int value;
    private final @Nullable String raceReason;
    private final List<Word> words = new ArrayList<>();

    TaskWords(String name, int value, @Nullable String raceReason) {
        this.name = name;
        this.value = value;
        this.raceReason = raceReason;
    }

    /** Lays out the next task's. */
    void add(MachineSetup setup, Task task) {
        int address = setup.memory().word(task.name() + "." + name, value);
        if (raceReason != null) {
            setup.intendedRace(address, raceReason);
        }
        words.add(new Word(address));
    }

    /** The task's own. */
    public Word of(Task task) {
        return words.get(task.id());
    }

    /** The same of words that are raced for. */
    public MarkedWord markedOf(Task task) {
        if (raceReason == null) {
            throw new IllegalStateException(name + " was laid out without a reason to race for it");
        }
        return new MarkedWord(of(task).address());
    }
}
