package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Mapping;
import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.hardware.MemoryModel;
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
 * every processor that can takes one access, and every interrupt that the budget allows is raised.
 */
final class BruteForce {
    private static final int LEVELS = 6;
    private static final int FRAME = 4;
    private static final int LOG = 12;
    private static final int SCOPES = 6;
    /** Stores that wait on a processor; more than a program of this size can have waiting. */
    private static final int BUFFER = 12;

    private static final byte BAR = Byte.MAX_VALUE;
    private static final int STRAND = 2 + LEVELS * FRAME + 1 + LOG + 1 + SCOPES;

    private final Program program;
    private final MicroCode code;
    private final int statesMax;
    private final int cpuBase;
    private final int strandBase;
    private final int budgetBase;
    private final int tlbBase;
    private final int bufferBase;
    private final int size;
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
        this.cpuBase = code.memorySize();
        this.strandBase = cpuBase + 2 * program.cpus();
        this.budgetBase =
                strandBase + STRAND * (program.cpus() + program.tasks().size());
        this.tlbBase = budgetBase + 2;
        this.bufferBase = tlbBase + program.cpus();
        this.size = bufferBase + (program.model() == MemoryModel.SC ? 0 : program.cpus() * (1 + 2 * BUFFER));
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
        search.start();
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

    // ---- states

    private int strand(int number) {
        return strandBase + STRAND * number;
    }

    private int frame(byte[] s, int strand) {
        return strand(strand) + 2 + s[strand(strand)] * FRAME;
    }

    private static int pc(byte[] s, int frame) {
        return ((s[frame] & 0xFF) << 8) | (s[frame + 1] & 0xFF);
    }

    private static void jump(byte[] s, int frame, int pc) {
        s[frame] = (byte) (pc >> 8);
        s[frame + 1] = (byte) pc;
    }

    private int on(byte[] s, int cpu) {
        return s[cpuBase + 2 * cpu + 1];
    }

    private boolean enabled(byte[] s, int cpu) {
        return s[cpuBase + 2 * cpu] != 0;
    }

    private void enable(byte[] s, int cpu, boolean flag) {
        s[cpuBase + 2 * cpu] = (byte) (flag ? 1 : 0);
    }

    private int word(int number, int strand) {
        int task = strand - program.cpus();
        return number == MicroCode.OWN_COUNT
                ? code.count(task)
                : number == MicroCode.OWN_NEED ? code.need(task) : number;
    }

    private int log(int strand) {
        return strand(strand) + 2 + LEVELS * FRAME;
    }

    private int scopes(int strand) {
        return log(strand) + 1 + LOG;
    }

    /** Drops what was logged since the innermost scope began. */
    private void forget(byte[] s, int strand) {
        int at = log(strand);
        int depth = scopes(strand);
        int kept = s[depth] == 0 ? 0 : s[depth + s[depth]];
        Arrays.fill(s, at + 1 + kept, at + 1 + LOG, (byte) 0);
        s[at] = (byte) kept;
    }

    private void log(byte[] s, int strand, int value) {
        int at = log(strand);
        s[at + 1 + s[at]] = (byte) value;
        s[at]++;
    }

    private int idle(int cpu) {
        return cpu < program.tasks().size() ? code.idleEntry : code.idleStart;
    }

    private void start() {
        byte[] s = new byte[size];
        int cpus = program.cpus();
        for (int i = 0; i < cpus + program.tasks().size(); i++) {
            jump(s, frame(s, i), i < cpus ? idle(i) : code.taskStarts.get(i - cpus));
            if (i >= 2 * cpus) {
                s[code.queue()] |= (byte) (1 << i);
            }
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            enable(s, cpu, true);
            s[cpuBase + 2 * cpu + 1] = (byte) (cpu < program.tasks().size() ? cpus + cpu : cpu);
        }
        s[code.pte()] = Mapping.FIRST;
        s[code.framed(false)] = 1;
        s[code.framed(true)] = 2;
        s[budgetBase] = (byte) program.bounds().interrupts();
        s[budgetBase + 1] = (byte) program.bounds().preemptions();
        settle(List.of(s), 0);
    }

    /** Brings every processor to its next access, then keeps what is new. */
    private void settle(List<byte[]> states, int cpu) {
        if (cpu == program.cpus()) {
            states.forEach(this::keep);
            return;
        }
        for (byte[] s : states) {
            settle(run(s, cpu), cpu + 1);
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
            if (steppable(s, cpu)) {
                end = false;
                byte[] next = s.clone();
                int ran = cpu;
                if (!fails(s, cpu)) {
                    access(next, ran);
                    run(next, ran).forEach(this::keep);
                }
            }
            if (enabled(s, cpu) && s[budgetBase] > 0) {
                byte[] next = s.clone();
                next[budgetBase]--;
                enable(next, cpu, false);
                int strand = on(next, cpu);
                next[strand(strand)]++;
                int frame = frame(next, strand);
                Arrays.fill(next, frame, frame + FRAME, (byte) 0);
                jump(next, frame, code.handlerStart);
                run(next, cpu).forEach(this::keep);
            }
        }
        end &= !drain(s);
        if (end) {
            outcomes.add(outcome(s));
        }
    }

    private boolean steppable(byte[] s, int cpu) {
        int strand = on(s, cpu);
        MicroCode.Step step = code.steps.get(pc(s, frame(s, strand)));
        boolean drained = waiting(s, cpu) == 0;
        return switch (step.kind()) {
            case ACQUIRE -> drained && s[step.a()] == 0;
            case AWAIT -> view(s, cpu, step.a()) != 0;
            case LOCKED, LOCKED_LOG, USER, FENCE -> drained;
            default -> true;
        };
    }

    // ---- store buffers

    private int buffer(int cpu) {
        return bufferBase + cpu * (1 + 2 * BUFFER);
    }

    private int waiting(byte[] s, int cpu) {
        return program.model() == MemoryModel.SC ? 0 : s[buffer(cpu)];
    }

    private byte view(byte[] s, int cpu, int word) {
        for (int i = waiting(s, cpu) - 1; i >= 0; i--) {
            if (s[buffer(cpu) + 1 + 2 * i] == word) {
                return s[buffer(cpu) + 2 + 2 * i];
            }
        }
        return s[word];
    }

    private void store(byte[] s, int cpu, int word, int value) {
        if (program.model() == MemoryModel.SC) {
            s[word] = (byte) value;
            return;
        }
        int at = buffer(cpu);
        s[at + 1 + 2 * s[at]] = (byte) word;
        s[at + 2 + 2 * s[at]] = (byte) value;
        s[at]++;
    }

    private void release(byte[] s, int cpu, int word) {
        if (program.model() == MemoryModel.PSO && waiting(s, cpu) > 0) {
            store(s, cpu, BAR, 0);
        }
        store(s, cpu, word, 0);
    }

    /** Lets each store that may reach memory do so; true if there was one. */
    private boolean drain(byte[] s) {
        boolean any = false;
        for (int cpu = 0; cpu < program.cpus(); cpu++) {
            for (int i = 0; i < waiting(s, cpu); i++) {
                if (mayDrain(s, cpu, i)) {
                    any = true;
                    byte[] next = s.clone();
                    int at = buffer(cpu) + 1;
                    next[s[at + 2 * i]] = s[at + 2 * i + 1];
                    remove(next, cpu, i);
                    if (waiting(next, cpu) > 0 && next[at] == BAR) {
                        remove(next, cpu, 0);
                    }
                    keep(next);
                }
            }
        }
        return any;
    }

    private boolean mayDrain(byte[] s, int cpu, int index) {
        int at = buffer(cpu) + 1;
        boolean may = s[at + 2 * index] != BAR && (index == 0 || program.model() == MemoryModel.PSO);
        for (int i = 0; i < index; i++) {
            may &= s[at + 2 * i] != BAR && s[at + 2 * i] != s[at + 2 * index];
        }
        return may;
    }

    private void remove(byte[] s, int cpu, int index) {
        int at = buffer(cpu);
        for (int i = index; i < s[at]; i++) {
            boolean last = i == s[at] - 1;
            s[at + 1 + 2 * i] = last ? 0 : s[at + 3 + 2 * i];
            s[at + 2 + 2 * i] = last ? 0 : s[at + 4 + 2 * i];
        }
        s[at]--;
    }

    /** True if the next access of {@code cpu} is a check that fails: the run ends there. */
    private boolean fails(byte[] s, int cpu) {
        MicroCode.Step step = code.steps.get(pc(s, frame(s, on(s, cpu))));
        if (translates(step)) {
            String failure = translate(s.clone(), cpu, step.kind() == MicroCode.Kind.STORE_MAPPED);
            if (!failure.isEmpty()) {
                outcomes.add(Outcome.failed(failure));
            }
            return !failure.isEmpty();
        }
        boolean byTask = step.kind() == MicroCode.Kind.CHECK_BY_TASK;
        if ((!byTask && step.kind() != MicroCode.Kind.CHECK_BY_HANDLER) || view(s, cpu, step.a()) == 0) {
            return false;
        }
        outcomes.add(Outcome.failed(Outcome.failure(step.a(), byTask, step.b())));
        return true;
    }

    // ---- the translated page

    private static boolean translates(MicroCode.Step step) {
        return switch (step.kind()) {
            case LOAD_MAPPED, LOAD_MAPPED_LOG, STORE_MAPPED -> true;
            default -> false;
        };
    }

    /** Makes or finds the translation in the processor's TLB; how the access fails, or empty. */
    private String translate(byte[] s, int cpu, boolean write) {
        int needed = Mapping.PRESENT | (write ? Mapping.WRITE : 0);
        int tlb = tlbBase + cpu;
        boolean clean = (s[tlb] & needed) == needed && write && (s[tlb] & Mapping.DIRTY) == 0;
        if (s[tlb] == 0 || clean) {
            if ((s[code.pte()] & needed) != needed) {
                return "paging-request";
            }
            s[code.pte()] |= (byte) (Mapping.ACCESSED | (write ? Mapping.DIRTY : 0));
            s[tlb] = s[code.pte()];
        }
        if ((s[tlb] & needed) != needed) {
            return "paging-request";
        }
        int counts = Mapping.PRESENT | Mapping.WRITE | Mapping.GLOBAL | Mapping.SECOND;
        return ((s[tlb] ^ s[code.pte()]) & counts) == 0 ? "" : "stale-translation";
    }

    private int translated(byte[] s, int cpu, boolean write) {
        translate(s, cpu, write);
        return code.framed((s[tlbBase + cpu] & Mapping.SECOND) != 0);
    }

    private void access(byte[] s, int cpu) {
        int strand = on(s, cpu);
        int frame = frame(s, strand);
        int pc = pc(s, frame);
        MicroCode.Step step = code.steps.get(pc);
        int word = word(step.a(), strand);
        jump(s, frame, pc + 1);
        switch (step.kind()) {
            case LOAD -> s[frame + 2] = view(s, cpu, word);
            case LOAD_LOG -> log(s, strand, view(s, cpu, word));
            case STORE -> store(s, cpu, word, step.b());
            case STORE_REG -> store(s, cpu, word, s[frame + 2] + step.b());
            case STORE_QUEUE -> store(s, cpu, word, s[frame + 2]);
            case LOAD_MAPPED -> s[frame + 2] = s[translated(s, cpu, false)];
            case LOAD_MAPPED_LOG -> log(s, strand, s[translated(s, cpu, false)]);
            case STORE_MAPPED -> s[translated(s, cpu, true)] = (byte) step.b();
            case FLUSH -> s[tlbBase + cpu] = 0;
            case LOAD_CR3 -> s[tlbBase + cpu] *= (byte) ((s[tlbBase + cpu] & Mapping.GLOBAL) == 0 ? 0 : 1);
            case LOCKED -> s[frame + 2] = s[word] += (byte) step.b();
            case LOCKED_LOG -> log(s, strand, s[word] += (byte) step.b());
            case ACQUIRE -> s[word] = 1;
            case RELEASE -> release(s, cpu, word);
            case CPU_ID -> s[frame + 3] = (byte) cpu;
            case CPU_ID_LOG -> log(s, strand, cpu);
            case CLI -> enable(s, cpu, false);
            case STI -> enable(s, cpu, true);
            case SWITCH -> s[cpuBase + 2 * cpu + 1] = s[frame + 3];
            default -> {}
        }
    }

    /** Runs what takes no time up to the next access; more than one state if the scheduler had a choice. */
    private List<byte[]> run(byte[] s, int cpu) {
        int strand = on(s, cpu);
        for (; ; ) {
            int frame = frame(s, strand);
            int pc = pc(s, frame);
            MicroCode.Step step = code.steps.get(pc);
            if (step.kind().access()) {
                return List.of(s);
            }
            int reg = s[frame + 2];
            jump(s, frame, pc + 1);
            switch (step.kind()) {
                case FORGET -> {
                    forget(s, strand);
                    s[frame + 2] = 0;
                    s[frame + 3] = 0;
                }
                case ENTER_SCOPE -> {
                    int depth = scopes(strand);
                    s[depth]++;
                    s[depth + s[depth]] = s[log(strand)];
                }
                case LEAVE_SCOPE -> {
                    forget(s, strand);
                    int depth = scopes(strand);
                    s[depth + s[depth]] = 0;
                    s[depth]--;
                }
                case ENABLE -> enable(s, cpu, true);
                case LOG_REG -> log(s, strand, step.a() == 0 ? reg : s[frame + 3]);
                case JUMP -> jump(s, frame, step.a());
                case JUMP_IF_ZERO -> jumpIf(reg == 0, s, frame, step);
                case JUMP_IF_NOT_ZERO -> jumpIf(reg != 0, s, frame, step);
                case JUMP_IF_IDLE -> jumpIf(strand < program.cpus(), s, frame, step);
                case JUMP_IF_SAME -> jumpIf(s[frame + 3] == strand, s, frame, step);
                case JUMP_TO_HANDLER -> jump(s, frame, code.handlerBodies.get(s[frame + 3]));
                case OWN_IDLE -> s[frame + 3] = (byte) cpu;
                case RETIRE -> s[strand(strand) + 1] = 1;
                case RETURN -> {
                    Arrays.fill(s, frame, frame + FRAME, (byte) 0);
                    s[strand(strand)]--;
                    enable(s, cpu, true);
                }
                case PICK -> {
                    return picked(s, cpu, frame, reg, -1);
                }
                case PICK_TO_STAY -> {
                    return picked(s, cpu, frame, reg | (1 << strand), strand);
                }
                default -> throw new IllegalStateException("no micro-step without time: " + step);
            }
        }
    }

    private static void jumpIf(boolean condition, byte[] s, int frame, MicroCode.Step step) {
        if (condition) {
            jump(s, frame, step.a());
        }
    }

    private List<byte[]> picked(byte[] s, int cpu, int frame, int candidates, int staying) {
        List<byte[]> states = new ArrayList<>();
        for (int next = 0; next < program.cpus() + program.tasks().size(); next++) {
            boolean displaces = staying >= 0 && next != staying;
            if ((candidates & (1 << next)) == 0 || (displaces && s[budgetBase + 1] == 0)) {
                continue;
            }
            byte[] state = s.clone();
            state[budgetBase + 1] -= (byte) (displaces ? 1 : 0);
            state[frame + 2] = (byte) (candidates & ~(1 << next));
            state[frame + 3] = (byte) next;
            states.addAll(run(state, cpu));
        }
        return states;
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
            int strand = strand(program.cpus() + i);
            int at = strand + 2 + LEVELS * FRAME;
            List<Integer> read = new ArrayList<>();
            for (int k = 0; k < s[at]; k++) {
                read.add((int) s[at + 1 + k]);
            }
            reads.add(read);
            unfinished |= (s[strand + 1] == 0 ? 1 : 0) << i;
        }
        return new Outcome(memory, reads, unfinished, "");
    }
}
