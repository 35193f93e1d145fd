package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Moves;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * States that a search has passed, and who leads from which to which: what it takes to find cycles.
 *
 * <p>Nodes are numbered in the order in which they are met, and each knows the schedule that led there first. An edge is there
 * for everybody who can move in a state, also if that is not known to lead anywhere: to an end of the run, say. Budgets are
 * no part of a state; an edge knows whether it is drawn on them.
 */
final class StateGraph implements Trail {
    /** No edge, or an edge that leads to none of the states. */
    static final int NONE = -1;

    private static final int INITIAL = 1 << 10;

    private final Map<Integer, Integer> claims = new TreeMap<>();
    private int[] slots = new int[2 * INITIAL];
    private long[] states = new long[INITIAL];
    private int[] stems = new int[INITIAL];
    private int[] steps = new int[INITIAL];
    private int[] first = new int[INITIAL];
    private int nodes;
    private int[] next = new int[INITIAL];
    private int[] agents = new int[INITIAL];
    private int[] targets = new int[INITIAL];
    private int[] claim = new int[INITIAL];
    private final int[] moves = new int[Moves.MOVES_MAX];
    private boolean[] budgeted = new boolean[INITIAL];
    private boolean[] retries = new boolean[INITIAL];
    private int edges;
    private int at = NONE;
    private int open = NONE;

    /** A run begins. */
    void run() {
        at = NONE;
        open = NONE;
    }

    @Override
    public void reaches(Machine m, int candidates, int node) {
        int known = nodes;
        at = node(Round.state(m, candidates), node, m.steps());
        if (nodes > known && candidates == 0) {
            noteClaims(m);
        }
        if (open != NONE) {
            targets[open] = at;
            open = NONE;
        }
    }

    @Override
    public void leaves(Machine m, int agent, boolean drawn) {
        if (agent >= 0) {
            boolean retry = Agent.isCpu(agent) && m.pending().op(Agent.number(agent)) == Op.LOOP;
            open = edge(at, m, agent, drawn, retry);
        }
    }

    /** Who could move here but for the bounds, also if it won't be tried. */
    private void noteClaims(Machine m) {
        for (int rest = m.moves().raisable(); rest != 0; rest &= rest - 1) {
            noteClaim(m, Agent.timer(Integer.numberOfTrailingZeros(rest)));
        }
        int size = m.moves().asynchronous() ? m.moves().all(moves) : 0;
        for (int i = 0; i < size; i++) {
            if (m.moves().isBudgeted(moves[i])) {
                noteClaim(m, moves[i]);
            }
        }
    }

    private void noteClaim(Machine m, int agent) {
        if (Movement.claims(m, agent)) {
            edge(at, m, agent, true, false);
        }
    }

    private int node(long state, int stem, int step) {
        int slot = slot(state);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (nodes == states.length) {
            states = Arrays.copyOf(states, 2 * nodes);
            stems = Arrays.copyOf(stems, 2 * nodes);
            steps = Arrays.copyOf(steps, 2 * nodes);
            first = Arrays.copyOf(first, 2 * nodes);
            slots = new int[4 * nodes];
            for (int i = 0; i < nodes; i++) {
                slots[slot(states[i])] = i + 1;
            }
            slot = slot(state);
        }
        states[nodes] = state;
        stems[nodes] = stem;
        steps[nodes] = step;
        first[nodes] = NONE;
        slots[slot] = ++nodes;
        return nodes - 1;
    }

    private int slot(long state) {
        int slot = (int) (state ^ (state >>> 32)) & (slots.length - 1);
        while (slots[slot] != 0 && states[slots[slot] - 1] != state) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private int edge(int from, Machine m, int mover, boolean drawn, boolean retry) {
        int agent = Movement.ranked(m, mover);
        for (int e = first[from]; e != NONE; e = next[e]) {
            if (agents[e] == agent) {
                return e;
            }
        }
        if (edges == agents.length) {
            next = Arrays.copyOf(next, 2 * edges);
            agents = Arrays.copyOf(agents, 2 * edges);
            targets = Arrays.copyOf(targets, 2 * edges);
            claim = Arrays.copyOf(claim, 2 * edges);
            budgeted = Arrays.copyOf(budgeted, 2 * edges);
            retries = Arrays.copyOf(retries, 2 * edges);
        }
        next[edges] = first[from];
        first[from] = edges;
        agents[edges] = agent;
        targets[edges] = NONE;
        claim[edges] = Movement.claims(m, mover)
                ? claims.computeIfAbsent(Movement.claimant(m, mover), c -> claims.size())
                : NONE;
        budgeted[edges] = drawn;
        retries[edges] = retry;
        return edges++;
    }

    // ---- what was met

    int nodes() {
        return nodes;
    }

    /** The first edge out of a node, or {@link #NONE}. */
    int firstOf(int node) {
        return first[node];
    }

    /** The next edge out of the same node, or {@link #NONE}. */
    int nextOf(int edge) {
        return next[edge];
    }

    /** Where the edge leads, or {@link #NONE}. */
    int target(int edge) {
        return targets[edge];
    }

    /** Who moves, as {@link Movement#ranked} has it. */
    int agent(int edge) {
        return agents[edge];
    }

    /** A small number for whoever claims a turn by that move, or {@link #NONE} if nobody need ever make it. */
    int claim(int edge) {
        return claim[edge];
    }

    /** True if he has had his turn by it. */
    boolean serves(int edge) {
        return claim[edge] != NONE && Movement.serves(agents[edge]);
    }

    boolean isBudgeted(int edge) {
        return budgeted[edge];
    }

    /** True if somebody moves from the head of a retry loop. */
    boolean isRetry(int edge) {
        return retries[edge];
    }

    /** What tells the node from others, see {@link Round#state}. */
    long state(int node) {
        return states[node];
    }

    /** Steps taken where the node was met first. */
    int step(int node) {
        return steps[node];
    }

    /** The node of the search's frontier whose schedule led there first. */
    int stem(int node) {
        return stems[node];
    }

    /** The edges out of a node. */
    List<Integer> edgesOf(int node) {
        List<Integer> out = new ArrayList<>();
        for (int e = first[node]; e != NONE; e = next[e]) {
            out.add(e);
        }
        return out;
    }
}
