package dev.preemptcheck.arbitraries;

import java.util.ArrayList;
import java.util.List;

/**
 * What a complete run of a {@link Program} came to.
 *
 * @param memory contents of the shared words
 * @param reads what each task has read since it last forgot
 * @param unfinished tasks that can't go on, a bit each
 */
public record Outcome(List<Integer> memory, List<List<Integer>> reads, int unfinished) {
    public Outcome {
        memory = List.copyOf(memory);
        reads = reads.stream().map(List::copyOf).toList();
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
            kept.add((unfinished >>> i & 1) == 0 ? reads.get(i) : List.of());
        }
        return new Outcome(List.of(), kept, unfinished);
    }

    @Override
    public String toString() {
        return memory + " read " + reads + (unfinished == 0 ? "" : " unfinished " + Integer.toBinaryString(unfinished));
    }
}
