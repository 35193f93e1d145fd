package dev.preemptcheck.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Schedules that wait to be run, first in first out, so those with fewer deviations come first.
 *
 * <p>Each is its parent's schedule with one deviation more; 12 bytes each. Threads may share it.
 */
final class Frontier {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIELDS = 3;

    private final List<int[]> chunks = new ArrayList<>();
    private int size;
    private int next;

    /** Empty but for the schedule without deviations. */
    synchronized void restart() {
        chunks.clear();
        size = 0;
        next = 0;
        add(-1, 0, 0);
    }

    /** Holds these schedules, none of them empty. */
    synchronized void restart(List<Schedule> schedules) {
        restart();
        next = 1;
        for (Schedule schedule : schedules) {
            List<Deviation> deviations = schedule.deviations();
            int node = 0;
            for (Deviation d : deviations.subList(0, deviations.size() - 1)) {
                node = enter(node, d.step(), d.agent());
            }
            Deviation last = deviations.get(deviations.size() - 1);
            add(node, last.step(), last.agent());
        }
    }

    synchronized void add(int parent, int step, int agent) {
        if (size >>> CHUNK_BITS == chunks.size()) {
            chunks.add(new int[CHUNK * FIELDS]);
        }
        int[] chunk = chunks.get(size >>> CHUNK_BITS);
        int at = (size & (CHUNK - 1)) * FIELDS;
        chunk[at] = parent;
        chunk[at + 1] = step;
        chunk[at + 2] = agent;
        size++;
        if (size < 0) {
            throw new IllegalStateException("more than " + Integer.MAX_VALUE + " schedules wait to be run");
        }
    }

    /** A schedule that is run already, for others to have as parent; gives its node. */
    synchronized int enter(int parent, int step, int agent) {
        add(parent, ~step, agent);
        return size - 1;
    }

    synchronized boolean hasNext() {
        return hasNext(size);
    }

    /** The same of those alone that waited when {@link #end()} was {@code end}. */
    synchronized boolean hasNext(int end) {
        while (next < end && field(next, 1) < 0) {
            next++;
        }
        return next < end;
    }

    /** Call after {@link #hasNext()}. */
    synchronized int next() {
        return next++;
    }

    /** Behind the last that waits. */
    synchronized int end() {
        return size;
    }

    /** How many deviations the next one has; call after {@link #hasNext()}. */
    synchronized int nextSize() {
        return schedule(next).size();
    }

    /** The node of the same schedule without its last deviation. */
    synchronized int parent(int node) {
        return field(node, 0);
    }

    /** How many wait, at most. */
    synchronized long waiting() {
        return (long) size - next;
    }

    synchronized Schedule schedule(int node) {
        List<Deviation> deviations = new ArrayList<>();
        for (int n = node; n > 0; n = field(n, 0)) {
            int step = field(n, 1);
            deviations.add(new Deviation(step < 0 ? ~step : step, field(n, 2)));
        }
        Collections.reverse(deviations);
        return new Schedule(deviations);
    }

    private int field(int node, int field) {
        return chunks.get(node >>> CHUNK_BITS)[(node & (CHUNK - 1)) * FIELDS + field];
    }
}
