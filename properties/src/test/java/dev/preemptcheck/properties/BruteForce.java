package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every outcome of a program, by visiting every state: the oracle of the explorer, with which it shares no code.
 *
 * <p>States are values, compared byte by byte. There is no reduction, no digest, no order and no default: from each state
 * every processor that can takes one access, every interrupt that the budget allows is raised, every message under way arrives, and
 * every store that may reaches memory. What a state holds is said by {@link Layout}, what a step does by {@link Interpreter}.
 */
final class BruteForce {
    private final Program program;
    private final MicroCode code;
    private final int statesMax;
    private final Layout layout;
    private final WaitingStores stores;
    private final Messages messages;
    private final Interpreter interpreter;
    private final Set<Key> seen = new HashSet<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final Set<Outcome> outcomes = new HashSet<>();

    /** A state with its hash. */
    private static final class Key {
        private final byte[] state;
        private final int hash;

        Key(byte[] state) {
            this.state = state;
            long h = 0;
            for (byte b : state) {
                h = (h ^ b) * 0x9E3779B97F4A7C15L;
                h ^= h >>> 29;
            }
            this.hash = (int) (h ^ (h >>> 32));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && Arrays.equals(state, key.state);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** The program has more states than were allowed. */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private BruteForce(Program program, int statesMax) {
        this.program = program;
        this.statesMax = statesMax;
        this.code = new MicroCode(program);
        this.layout = new Layout(program, code);
        this.stores = new WaitingStores(program.model(), layout, program.cpus());
        this.messages = new Messages(program, code, layout);
        this.interpreter = new Interpreter(program, code, layout, stores, messages);
    }

    /**
     * All outcomes.
     *
     * @throws TooLargeException if there are more than {@code statesMax} states
     */
    static Set<Outcome> outcomes(Program program, int statesMax) {
        return of(program, statesMax).outcomes;
    }

    /** The same, with the number of states. */
    static BruteForce of(Program program, int statesMax) {
        BruteForce search = new BruteForce(program, statesMax);
        search.settle(List.of(search.layout.boot()), 0);
        while (!search.waiting.isEmpty()) {
            search.expand(search.waiting.pop());
        }
        return search;
    }

    Set<Outcome> outcomes() {
        return outcomes;
    }

    int states() {
        return seen.size();
    }

    /** Brings every processor to its first access, then keeps what is new. */
    private void settle(List<byte[]> states, int cpu) {
        if (cpu == program.cpus()) {
            states.forEach(this::keep);
            return;
        }
        for (byte[] s : states) {
            settle(interpreter.run(s, cpu), cpu + 1);
        }
    }

    private void keep(byte[] s) {
        if (seen.add(new Key(s))) {
            waiting.push(s);
            if (seen.size() > statesMax) {
                throw new TooLargeException();
            }
        }
    }

    // ---- transitions

    private void expand(byte[] s) {
        boolean end = true;
        for (int cpu = 0; cpu < program.cpus(); cpu++) {
            if (interpreter.steppable(s, cpu)) {
                end = false;
                step(s, cpu);
            }
            interrupt(s, cpu);
            for (byte[] next : messages.arrivals(s, cpu)) {
                end = false;
                runOn(next, cpu);
            }
        }
        for (byte[] next : stores.drained(s)) {
            end = false;
            keep(next);
        }
        if (end) {
            outcomes.add(outcome(s));
        }
    }

    private void step(byte[] s, int cpu) {
        String failure = interpreter.failure(s, cpu);
        if (failure.isEmpty()) {
            byte[] next = s.clone();
            interpreter.access(next, cpu);
            runOn(next, cpu);
        } else {
            outcomes.add(Outcome.failed(failure));
        }
    }

    private void interrupt(byte[] s, int cpu) {
        if (s[layout.interruptsLeft()] == 0) {
            return;
        }
        if (layout.enabled(s, cpu)) {
            byte[] next = s.clone();
            next[layout.interruptsLeft()]--;
            layout.enter(next, cpu, code.handlerStart(MicroCode.TIMER));
            runOn(next, cpu);
        }
        if (messages.mayNmi(s, cpu)) {
            byte[] next = s.clone();
            next[layout.interruptsLeft()]--;
            messages.takeNmi(next, cpu);
            runOn(next, cpu);
        }
    }

    private void runOn(byte[] s, int cpu) {
        interpreter.run(s, cpu).forEach(this::keep);
    }

    private Outcome outcome(byte[] s) {
        List<Integer> memory = new ArrayList<>();
        for (int i = 0; i < Program.WORDS; i++) {
            memory.add((int) s[i]);
        }
        for (int i = 0; program.translates() && i < 3; i++) {
            memory.add((int) s[code.pte() + i]);
        }
        List<List<Integer>> reads = new ArrayList<>();
        int unfinished = 0;
        for (int i = 0; i < program.tasks().size(); i++) {
            int at = layout.log(program.cpus() + i);
            List<Integer> read = new ArrayList<>();
            for (int k = 0; k < s[at]; k++) {
                read.add((int) s[at + 1 + k]);
            }
            reads.add(read);
            unfinished |= (layout.retired(s, program.cpus() + i) ? 0 : 1) << i;
        }
        return new Outcome(memory, reads, unfinished, "");
    }
}
