package dev.preemptcheck.stress;

/** The state of a lesson on the slots of atomic mappings: a fresh machine whose two tasks the actors play. */
abstract class KmapRace {
    private final TwoTasksOneCpu kernel;
    private final int[] words;

    KmapRace(TwoTasksOneCpu kernel, int[] bootImage) {
        this.kernel = kernel;
        this.words = bootImage.clone();
    }

    /** Runs the task to its end; what it wrote down. */
    final int play(int number) {
        try {
            kernel.run(new RealCpu(kernel, words, kernel.taskId(number)), number);
        } catch (RealCpu.Oops oops) {
            // The task is dead; what it wrote down before stands.
        }
        return words[kernel.resultIndex(number)];
    }
}
