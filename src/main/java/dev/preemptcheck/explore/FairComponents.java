package dev.preemptcheck.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Parts of a state graph in which a machine can go round for ever, though everybody gets a turn: strongly connected, with
 * somebody in a retry loop, and whoever can move in one of its states moves in it (strong fairness; EXPLORATION E.1, E.2).
 *
 * <p>Where somebody can move in a part but only out of it, he will sooner or later; so the states in which he can are taken
 * out, and what is left is looked at again (Emerson and Lei, Science of Computer Programming 8, 1987).
 */
class FairComponents {
    private final StateGraph graph;
    private final boolean budgetsToo;
    private final int[] component;
    private final int[] order;
    private final int[] low;
    private int clock;

    /** With {@code budgetsToo}, what is drawn on budgets may move without bounds, and claims a turn as all others do. */
    FairComponents(StateGraph graph, boolean budgetsToo) {
        this.graph = graph;
        this.budgetsToo = budgetsToo;
        this.component = new int[graph.nodes()];
        this.order = new int[graph.nodes()];
        this.low = new int[graph.nodes()];
    }

    /** All of them, each as its nodes in ascending order. */
    final List<int[]> all() {
        List<int[]> fair = new ArrayList<>();
        Deque<int[]> waiting = new ArrayDeque<>();
        int[] everything = new int[graph.nodes()];
        for (int i = 0; i < everything.length; i++) {
            everything[i] = i;
        }
        waiting.add(everything);
        int mark = 0;
        while (!waiting.isEmpty()) {
            for (int[] part : components(waiting.remove(), ++mark)) {
                mark++;
                for (int node : part) {
                    component[node] = mark;
                }
                int[] rest = fairPart(part, mark);
                if (rest.length == part.length) {
                    fair.add(part);
                } else if (rest.length > 0) {
                    waiting.add(rest);
                }
            }
        }
        return fair;
    }

    /** All of the part if it is fair and goes round; else what is left without the states in which somebody must leave it. */
    private int[] fairPart(int[] part, int mark) {
        BitSet claimed = new BitSet(); // also by who only could be picked
        BitSet served = new BitSet();
        boolean retries = false;
        for (int node : part) {
            for (int e = graph.firstOf(node); e != StateGraph.NONE; e = graph.nextOf(e)) {
                boolean inside = follows(e) && component[graph.target(e)] == mark;
                retries |= inside && graph.isRetry(e);
                if (claims(e)) {
                    claimed.set(graph.claim(e));
                    served.set(graph.claim(e), served.get(graph.claim(e)) || (inside && serves(e)));
                }
            }
        }
        claimed.andNot(served);
        if (!retries) {
            return new int[0];
        }
        return claimed.isEmpty() ? part : without(part, claimed);
    }

    private int[] without(int[] part, BitSet claims) {
        List<Integer> rest = new ArrayList<>();
        for (int node : part) {
            if (graph.edgesOf(node).stream().noneMatch(e -> claims(e) && claims.get(graph.claim(e)))) {
                rest.add(node);
            }
        }
        return rest.stream().mapToInt(Integer::intValue).toArray();
    }

    /** True if whoever moves there must have a turn in the end. */
    boolean claims(int edge) {
        return graph.claim(edge) != StateGraph.NONE && (budgetsToo || !graph.isBudgeted(edge));
    }

    /** True if whoever claims a turn by that move has had it then. */
    boolean serves(int edge) {
        return graph.serves(edge);
    }

    /** True if the move leads on. */
    boolean follows(int edge) {
        return graph.target(edge) != StateGraph.NONE && (budgetsToo || !graph.isBudgeted(edge));
    }

    // ---- strongly connected components (Tarjan, SIAM J. Comput. 1, 1972)

    private List<int[]> components(int[] nodes, int mark) {
        for (int node : nodes) {
            component[node] = mark;
            order[node] = 0;
        }
        clock = 0;
        List<int[]> found = new ArrayList<>();
        for (int node : nodes) {
            if (order[node] == 0) {
                visit(node, mark, found);
            }
        }
        return found;
    }

    private void visit(int root, int mark, List<int[]> found) {
        Deque<int[]> path = new ArrayDeque<>();
        Deque<Integer> unassigned = new ArrayDeque<>();
        path.push(enter(root, unassigned));
        while (!path.isEmpty()) {
            int[] top = path.peek();
            int node = top[0];
            int edge = top[1];
            if (edge == StateGraph.NONE) {
                path.pop();
                if (!path.isEmpty()) {
                    low[path.peek()[0]] = Math.min(low[path.peek()[0]], low[node]);
                }
                if (low[node] == order[node]) {
                    found.add(assigned(node, unassigned));
                }
                continue;
            }
            top[1] = graph.nextOf(edge);
            int target = graph.target(edge);
            if (follows(edge) && component[target] == mark) {
                if (order[target] == 0) {
                    path.push(enter(target, unassigned));
                } else {
                    low[node] = Math.min(low[node], order[target]);
                }
            }
        }
    }

    private int[] enter(int node, Deque<Integer> unassigned) {
        order[node] = ++clock;
        low[node] = clock;
        unassigned.push(node);
        return new int[] {node, graph.firstOf(node)};
    }

    /** The component that ends with that node; its members are out of the search. */
    private int[] assigned(int root, Deque<Integer> unassigned) {
        List<Integer> members = new ArrayList<>();
        int node;
        do {
            node = unassigned.pop();
            component[node] = -1;
            members.add(node);
        } while (node != root);
        return members.stream().sorted().mapToInt(Integer::intValue).toArray();
    }
}
