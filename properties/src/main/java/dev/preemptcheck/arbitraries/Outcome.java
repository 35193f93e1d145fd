package dev.preemptcheck.arbitraries;

import java.util.ArrayList;
import java.util.List;

/**
 * What a complete run of a {@link Program} came to.
 *
 * @param memory contents of the shared words
 * @param reads what each task has read since it last forgot
 * @param unfinished tasks that can't go on, a bit each
 * @param failure the bug that ended the run, or empty; of such a run nothing else is kept
 */
public record Outcome(List<Integer> memory, List<List<Integer>> reads, int unfinished, String failure) {
    public Outcome {
        memory = List.copyOf(memory);
        reads = reads.stream().map(List::copyOf).toList();
    }

    /** A run that ended with a bug. */
    public static Outcome failed(String failure) {
        return new Outcome(List.of(), List.of(), 0, failure);
    }

    /** What a check is called that fails in a task, or in the handler of a processor. */
    public static String failure(int word, boolean task, int number) {
        return "BUG-m" + word + (task ? "-task" : "-handler") + number;
    }

    /**
     * What a reduction keeps of it. Where a handler never returns, whether the task under it had taken its next quiet step
     * can't be told: of a deadlock only who can't go on is kept, and what the others have read.
     */
    public Outcome reduced() {
        if (unfinished == 0) {
            return this;
        }
        List<List<Integer>> kept = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            kept.add(((unfinished >>> i) & 1) == 0 ? reads.get(i) : List.of());
        }
        return new Outcome(List.of(), kept, unfinished, failure);
    }

    @Override
    public String toString() {
        return memory + " read " + reads + (unfinished == 0 ? "" : " unfinished " + Integer.toBinaryString(unfinished));
    }
}
