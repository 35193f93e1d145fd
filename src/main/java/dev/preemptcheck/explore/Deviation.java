package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;

/**
 * One departure from carrying on: before access number {@code step} takes effect, {@code agent} moves.
 *
 * @param step accesses counted from 0 over all processors, whatever reduction was used to find this
 * @param agent an {@link Agent}
 */
public record Deviation(int step, int agent) implements Comparable<Deviation> {

    @Override
    public int compareTo(Deviation other) {
        return step != other.step ? Integer.compare(step, other.step) : Integer.compare(agent, other.agent);
    }

    @Override
    public String toString() {
        return step + " " + Agent.name(agent);
    }
}
