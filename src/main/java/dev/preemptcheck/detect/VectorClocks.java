package dev.preemptcheck.detect;

import java.util.Arrays;

/**
 * What each processor knows of what the others have done: a vector clock for each, and one for everything that hands such
 * knowledge on (a word, a lock, a task that is switched out, a message). Cleared at once by going on counting, so that what an
 * earlier run left lies below {@link #start()}.
 */
final class VectorClocks {
    private final int cpus;
    private final long[] now;
    private long[] handed = {};
    private long latest;
    private long start = 1;

    VectorClocks(int cpus) {
        this.cpus = cpus;
        this.now = new long[cpus * cpus];
        restart();
    }

    void restart() {
        start = latest + 1;
        Arrays.fill(now, 0);
        for (int cpu = 0; cpu < cpus; cpu++) {
            now[cpu * cpus + cpu] = start;
        }
        latest = start;
    }

    /** Times before this one belong to earlier runs. */
    long start() {
        return start;
    }

    long time(int cpu) {
        return now[cpu * cpus + cpu];
    }

    /** True if {@code cpu} knows of what {@code other} did at that time. */
    boolean knows(int cpu, int other, long time) {
        return time <= now[cpu * cpus + other];
    }

    /** {@code cpu} leaves what it knows at a place, beside what others left there; what it does from now on is news. */
    void add(int cpu, int place) {
        int first = room(place);
        for (int i = 0; i < cpus; i++) {
            handed[first + i] = Math.max(handed[first + i], now[cpu * cpus + i]);
        }
        tick(cpu);
    }

    /** The same in place of what others left there. */
    void put(int cpu, int place) {
        int first = room(place);
        System.arraycopy(now, cpu * cpus, handed, first, cpus);
        tick(cpu);
    }

    private void tick(int cpu) {
        now[cpu * cpus + cpu]++;
        latest = Math.max(latest, now[cpu * cpus + cpu]);
    }

    /** {@code cpu} learns what was left at a place. */
    void take(int cpu, int place) {
        int first = room(place);
        for (int i = 0; i < cpus; i++) {
            now[cpu * cpus + i] = Math.max(now[cpu * cpus + i], handed[first + i]);
        }
    }

    private int room(int place) {
        int first = place * cpus;
        if (first + cpus > handed.length) {
            handed = Arrays.copyOf(handed, Math.max(first + cpus, 2 * handed.length));
        }
        return first;
    }
}
