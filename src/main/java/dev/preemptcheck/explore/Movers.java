package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Machine;

/**
 * Who must have a turn in a state, for a search that asks only how runs end: a persistent set (Godefroid, LNCS 1032) or anything
 * else from which every end can still be reached that can be reached at all. It may rest on what was learnt so far; if that turns
 * out to have been too little, the search starts over, as it does for a {@link dev.preemptcheck.hardware.Footprint}.
 *
 * <p>A set is a bit mask: one bit for the next step of each processor, and one for all that its store buffer can let go.
 */
public interface Movers {
    /** Everybody. */
    int ALL = -1;

    /** The members of the set in the machine's state; {@link #ALL} if nobody can move. */
    int of(Machine machine);

    /** Takes what was learnt into account from now on. */
    void settle();

    /** True if something was learnt since {@link #settle()} that makes a set of this round too small. */
    boolean unsettled();

    /** The member that is the next step of {@code cpu}. */
    static int step(int cpu) {
        return 1 << cpu;
    }

    /** The member that is the store buffer of {@code cpu}. */
    static int drain(int cpu) {
        return 1 << (16 + cpu);
    }

    /** True if a processor's step or the draining of a store is in the set. */
    static boolean contains(int set, int agent) {
        int cpu = Agent.number(agent);
        return agent >= 0 && (set & (Agent.isDrain(agent) ? drain(cpu) : step(cpu))) != 0;
    }

    /** True if the set is that processor's next step alone. */
    static boolean isOnly(int set, int agent) {
        return Agent.isCpu(agent) && set == step(Agent.number(agent));
    }

    /** No restriction. */
    Movers EVERYBODY = new Movers() {
        @Override
        public int of(Machine machine) {
            return ALL;
        }

        @Override
        public void settle() {
            // nothing is learnt
        }

        @Override
        public boolean unsettled() {
            return false;
        }
    };
}
