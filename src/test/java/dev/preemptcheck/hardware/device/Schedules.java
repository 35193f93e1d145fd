package dev.preemptcheck.hardware.device;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs a test under all sequences of choices, each from the start. */
final class Schedules {
    private static final int RUNS_MAX = 1_000_000;

    private final List<Integer> taken = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private int depth;

    private Schedules() {}

    /** The number of runs that it took. */
    static int all(Consumer<Schedules> run) {
        Schedules schedules = new Schedules();
        int runs = 0;
        do {
            schedules.depth = 0;
            run.accept(schedules);
            if (++runs > RUNS_MAX) {
                throw new IllegalStateException("more than " + RUNS_MAX + " runs");
            }
        } while (schedules.next());
        return runs;
    }

    /** A choice of this run: one of 0 to {@code alternatives} - 1. */
    int choose(int alternatives) {
        if (depth == taken.size()) {
            taken.add(0);
            sizes.add(alternatives);
        }
        return taken.get(depth++);
    }

    private boolean next() {
        int last = taken.size() - 1;
        while (last >= 0 && taken.get(last) + 1 == sizes.get(last)) {
            taken.remove(last);
            sizes.remove(last);
            last--;
        }
        if (last >= 0) {
            taken.set(last, taken.get(last) + 1);
        }
        return last >= 0;
    }
}
