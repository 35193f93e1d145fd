package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Program;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a program can go on for ever though everybody gets a turn, by the graph of all its states: the oracle of the search
 * for livelocks, with which it shares no code.
 *
 * <p>Twice: within the bounds, where nothing that is drawn on them need come; then, from the parts in which that may go on for
 * ever, with ticks that never end. Components are found by who reaches whom.
 */
final class EndlessPaths {
    private static final int PLENTY = 100;

    /** What can happen in a state: who claims a turn by it and whether that is one, where it leads (-1 if it isn't tried). */
    private record Edge(String claim, boolean serves, boolean budgeted, boolean retry, int target) {}

    private final Program program;
    private final MicroCode code;
    private final Layout layout;
    private final Interpreter interpreter;
    private final boolean endless;
    private final int statesMax;
    private final int size;
    private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
    private final List<byte[]> states = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();

    private EndlessPaths(Program program, int statesMax, boolean endless) {
        this.program = program;
        this.code = new MicroCode(program);
        this.layout = new Layout(program, code);
        WaitingStores stores = new WaitingStores(program.model(), layout, program.cpus());
        this.interpreter = new Interpreter(program, code, layout, stores, new Messages(program, code, layout));
        this.endless = endless;
        this.statesMax = statesMax;
        this.size = layout.boot().length;
    }

    /**
     * True if it can.
     *
     * @throws BruteForce.TooLargeException if there are more than {@code statesMax} states
     */
    static boolean exist(Program program, int statesMax) {
        EndlessPaths within = new EndlessPaths(program, statesMax, false);
        within.settle(List.of(within.layout.boot()), 0);
        within.expandAll();
        EndlessPaths beyond = new EndlessPaths(program, statesMax, true);
        for (BitSet part : within.fairParts()) {
            part.stream().forEach(node -> beyond.number(within.states.get(node)));
        }
        beyond.expandAll();
        return !beyond.fairParts().isEmpty();
    }

    private void settle(List<byte[]> booting, int cpu) {
        for (byte[] s : booting) {
            if (cpu == program.cpus()) {
                number(s);
            } else {
                settle(interpreter.run(s, cpu), cpu + 1);
            }
        }
    }

    private int number(byte[] state) {
        byte[] s = state.clone();
        if (endless) {
            s[layout.interruptsLeft()] = PLENTY;
            s[layout.preemptionsLeft()] = PLENTY;
        }
        return node(s);
    }

    private int node(byte[] s) {
        Integer known = numbers.putIfAbsent(ByteBuffer.wrap(s), states.size());
        if (known != null) {
            return known;
        }
        if (states.size() == statesMax) {
            throw new BruteForce.TooLargeException();
        }
        states.add(s);
        edges.add(new ArrayList<>());
        return states.size() - 1;
    }

    // ---- what can happen

    private void expandAll() {
        for (int node = 0; node < states.size(); node++) {
            byte[] s = states.get(node);
            for (int cpu = 0; s.length == size && cpu < program.cpus(); cpu++) {
                if (interpreter.steppable(s, cpu)) {
                    step(node, cpu);
                }
                if (layout.enabled(s, cpu)) {
                    tick(node, cpu);
                }
            }
        }
    }

    private void step(int node, int cpu) {
        byte[] next = states.get(node).clone();
        boolean own = layout.below(next, layout.on(next, cpu));
        String mover = own ? "task" + layout.on(next, cpu) : "cpu" + cpu;
        boolean retry = layout.step(next, cpu).kind() == MicroCode.Kind.LOOP;
        interpreter.access(next, cpu);
        leadOn(node, cpu, next, new Edge(mover, true, false, retry, -1));
    }

    private void tick(int node, int cpu) {
        byte[] s = states.get(node);
        boolean open = !interpreter.steppable(s, cpu)
                || switch (layout.step(s, cpu).kind()) {
                    case LOOP, USER, AWAIT -> true;
                    default -> false;
                };
        Edge edge = new Edge("tick" + cpu, true, true, false, -1);
        if (endless ? open : s[layout.interruptsLeft()] > 0) {
            byte[] next = s.clone();
            next[layout.interruptsLeft()]--;
            layout.enter(next, cpu, code.handlerStart(MicroCode.TIMER));
            leadOn(node, cpu, next, edge);
        } else if (layout.below(s, layout.on(s, cpu))) {
            edges.get(node).add(edge);
        }
    }

    /** To the next access, past a state in which the scheduler picks if it has a choice. */
    private void leadOn(int node, int cpu, byte[] moved, Edge edge) {
        int preemptions = moved[layout.preemptionsLeft()];
        List<byte[]> picked = interpreter.run(moved, cpu);
        if (picked.size() == 1) {
            edges.get(node).add(to(edge, number(picked.get(0))));
            return;
        }
        byte[] marked = Arrays.copyOf(moved, moved.length + 1);
        marked[moved.length] = (byte) (cpu + 1);
        marked[layout.interruptsLeft()] = endless ? PLENTY : marked[layout.interruptsLeft()];
        int choice = node(marked);
        edges.get(node).add(to(edge, choice));
        if (edges.get(choice).isEmpty()) {
            for (byte[] s : picked) {
                boolean displaced = s[layout.preemptionsLeft()] != preemptions;
                edges.get(choice).add(new Edge("task" + layout.picked(s, cpu), false, displaced, false, number(s)));
            }
        }
    }

    private static Edge to(Edge edge, int target) {
        return new Edge(edge.claim, edge.serves, edge.budgeted, edge.retry, target);
    }

    // ---- where it can go on for ever

    private List<BitSet> fairParts() {
        List<List<Integer>> after = new ArrayList<>();
        List<List<Integer>> before = new ArrayList<>();
        edges.forEach(e -> after.add(new ArrayList<>()));
        edges.forEach(e -> before.add(new ArrayList<>()));
        for (int node = 0; node < states.size(); node++) {
            for (Edge e : edges.get(node)) {
                if (counts(e) && e.target >= 0) {
                    after.get(node).add(e.target);
                    before.get(e.target).add(node);
                }
            }
        }
        return fairParts(after, before);
    }

    private List<BitSet> fairParts(List<List<Integer>> after, List<List<Integer>> before) {
        List<BitSet> fair = new ArrayList<>();
        Deque<BitSet> waiting = new ArrayDeque<>();
        BitSet all = new BitSet();
        all.set(0, states.size());
        waiting.add(all);
        while (!waiting.isEmpty()) {
            BitSet rest = waiting.remove();
            while (!rest.isEmpty()) {
                BitSet part = reached(rest.nextSetBit(0), rest, after);
                part.and(reached(rest.nextSetBit(0), rest, before));
                rest.andNot(part);
                BitSet left = served(part);
                if (left.equals(part)) {
                    fair.add(part);
                } else if (!left.isEmpty()) {
                    waiting.add(left);
                }
            }
        }
        return fair;
    }

    private boolean counts(Edge edge) {
        return endless || !edge.budgeted;
    }

    /** What can be reached from there within a part, {@code neighbours} being one move away. */
    private static BitSet reached(int start, BitSet within, List<List<Integer>> neighbours) {
        BitSet reached = new BitSet();
        Deque<Integer> waiting = new ArrayDeque<>(List.of(start));
        reached.set(start);
        while (!waiting.isEmpty()) {
            for (int node : neighbours.get(waiting.pop())) {
                if (within.get(node) && !reached.get(node)) {
                    reached.set(node);
                    waiting.push(node);
                }
            }
        }
        return reached;
    }

    /**
     * The part itself if it can go on for ever, and everybody has his turn; else without the states in which one can't have
     * his.
     */
    private BitSet served(BitSet part) {
        Set<String> claimed = new HashSet<>();
        Set<String> served = new HashSet<>();
        boolean retries = false;
        for (int node : part.stream().toArray()) {
            for (Edge e : edges.get(node)) {
                boolean inside = counts(e) && e.target >= 0 && part.get(e.target);
                retries |= inside && e.retry;
                if (counts(e)) {
                    claimed.add(e.claim);
                }
                if (inside && e.serves) {
                    served.add(e.claim);
                }
            }
        }
        claimed.removeAll(served);
        BitSet left = new BitSet();
        if (retries) {
            part.stream()
                    .filter(node -> edges.get(node).stream().noneMatch(e -> counts(e) && claimed.contains(e.claim)))
                    .forEach(left::set);
        }
        return left;
    }
}
