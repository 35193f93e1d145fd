package dev.preemptcheck.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** A way round a fair component: from a state from which somebody retries, past all who claim a turn, back to that state. */
final class RoundTrip {
    private final StateGraph graph;
    private final int[] component;
    private final List<Integer> edges = new ArrayList<>();
    private final BitSet unserved = new BitSet();
    private final int[] cameBy;
    private int at;

    private RoundTrip(StateGraph graph, int[] component) {
        this.graph = graph;
        this.component = component;
        this.cameBy = new int[component.length];
    }

    /** Edges, each of which begins where the one before ends; from one serving of a claim to the next they are the fewest. */
    static List<Integer> of(StateGraph graph, int[] component) {
        return new RoundTrip(graph, component).edges();
    }

    private List<Integer> edges() {
        for (int node : component) {
            for (int e : graph.edgesOf(node)) {
                if (graph.claim(e) != StateGraph.NONE) {
                    unserved.set(graph.claim(e));
                }
            }
        }
        int start = retry(graph, component);
        at = source(start);
        take(start);
        while (!unserved.isEmpty()) {
            goTo(StateGraph.NONE);
        }
        if (at != source(start)) {
            goTo(source(start));
        }
        return edges;
    }

    /** The move within a component by which the lowest agent retries, in the state that was met first. */
    static int retry(StateGraph graph, int[] component) {
        int best = StateGraph.NONE;
        for (int node : component) {
            for (int e : graph.edgesOf(node)) {
                if (stays(graph, component, e)
                        && graph.isRetry(e)
                        && (best == StateGraph.NONE || graph.agent(e) < graph.agent(best))) {
                    best = e;
                }
            }
        }
        return best;
    }

    private int source(int edge) {
        return source(graph, component, edge);
    }

    /** The node of a component at which the edge begins. */
    static int source(StateGraph graph, int[] component, int edge) {
        for (int node : component) {
            if (graph.edgesOf(node).contains(edge)) {
                return node;
            }
        }
        throw new IllegalStateException("an edge of no node in its component");
    }

    private static boolean stays(StateGraph graph, int[] component, int edge) {
        return graph.target(edge) != StateGraph.NONE && Arrays.binarySearch(component, graph.target(edge)) >= 0;
    }

    private void take(int edge) {
        edges.add(edge);
        if (graph.serves(edge)) {
            unserved.clear(graph.claim(edge));
        }
        at = graph.target(edge);
    }

    /** The shortest way to that node, or if it is none, through an edge that serves a claim. */
    private void goTo(int goal) {
        Arrays.fill(cameBy, StateGraph.NONE);
        Deque<Integer> waiting = new ArrayDeque<>(List.of(at));
        while (!waiting.isEmpty()) {
            int node = waiting.remove();
            for (int e : graph.edgesOf(node)) {
                if (!stays(graph, component, e)) {
                    continue;
                }
                int target = graph.target(e);
                boolean arrived =
                        goal == StateGraph.NONE ? graph.serves(e) && unserved.get(graph.claim(e)) : target == goal;
                if (arrived) {
                    follow(node, e);
                    return;
                }
                if (target != at && cameBy[place(target)] == StateGraph.NONE) {
                    cameBy[place(target)] = e;
                    waiting.add(target);
                }
            }
        }
        throw new IllegalStateException("a component that is not strongly connected");
    }

    private int place(int node) {
        return Arrays.binarySearch(component, node);
    }

    private void follow(int node, int last) {
        List<Integer> way = new ArrayList<>(List.of(last));
        for (int n = node; n != at; n = source(way.get(way.size() - 1))) {
            way.add(cameBy[place(n)]);
        }
        Collections.reverse(way);
        way.forEach(this::take);
    }
}
