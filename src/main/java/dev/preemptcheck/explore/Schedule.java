package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A run's decisions: its deviations from carrying on, in the order in which they are made. The empty schedule is the run
 * in which the processor that moved last always goes on.
 */
public record Schedule(List<Deviation> deviations) implements Comparable<Schedule> {
    private static final Comparator<Schedule> ORDER =
            Comparator.<Schedule>comparingInt(s -> s.deviations.size()).thenComparing(Schedule::compareSteps);

    public static final Schedule EMPTY = new Schedule(List.of());

    public Schedule {
        deviations = List.copyOf(deviations);
    }

    public int size() {
        return deviations.size();
    }

    /** With one deviation more at its end. */
    Schedule with(Deviation last) {
        List<Deviation> more = new ArrayList<>(deviations);
        more.add(last);
        return new Schedule(more);
    }

    /** True if it leads round a cycle. */
    boolean isLasso() {
        return deviations.stream().anyMatch(d -> Agent.isMark(d.agent()));
    }

    /** Without the deviation of that index. */
    Schedule without(int index) {
        List<Deviation> rest = new ArrayList<>(deviations);
        rest.remove(index);
        return new Schedule(rest);
    }

    /** With the deviations from {@code index} on made so many steps later. */
    Schedule shifted(int index, int steps) {
        List<Deviation> moved = new ArrayList<>(deviations);
        for (int i = index; i < moved.size(); i++) {
            Deviation d = moved.get(i);
            moved.set(i, new Deviation(d.step() + steps, d.agent()));
        }
        return new Schedule(moved);
    }

    private static int compareSteps(Schedule a, Schedule b) {
        for (int i = 0; i < a.size(); i++) {
            int order = a.deviations.get(i).compareTo(b.deviations.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Fewest deviations first, then earliest. */
    @Override
    public int compareTo(Schedule other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return deviations.toString();
    }
}
