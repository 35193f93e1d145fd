package dev.preemptcheck.stress;

/** The state of a lesson on the slots of atomic mappings: a fresh machine whose two tasks the actors play. */
abstract class KmapRace {
    private final TwoTasksOneCpu kernel;
    private final int base;
    private final int processor;

    KmapRace(TwoTasksOneCpu kernel, int[] bootImage) {
        this.kernel = kernel;
        this.base = HostMemory.piece(bootImage);
        this.processor = place(bootImage.length - 1);
    }

    /** Runs the task to its end; what it wrote down. */
    final int play(int number) {
        try {
            kernel.run(new RealCpu(kernel, base, processor, kernel.taskId(number)), number);
        } catch (RealCpu.Oops oops) {
            // The task is dead; what it wrote down before stands.
        }
        return HostMemory.peek(place(kernel.resultIndex(number)));
    }

    private int place(int index) {
        return base + index * Integer.BYTES;
    }
}
