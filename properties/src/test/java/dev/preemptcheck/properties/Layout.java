package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Mapping;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.hardware.MemoryModel;
import java.util.Arrays;

/**
 * Where a state of {@link BruteForce} keeps what: memory, processors, strands (idle tasks first), budgets, TLBs, messages, store
 * buffers, a byte for each thing.
 *
 * <p>A strand has a level, whether it has ended, a frame for each level, and a log of what it has read, with the lengths that
 * the log had when scopes were entered. A frame is a position, two registers and the interrupt flag to return to.
 */
final class Layout {
    private static final int LEVELS = 8;
    private static final int FRAME = 5;
    private static final int RETURN_FLAG = 4;
    private static final int LOG = 12;
    private static final int SCOPES = 6;
    private static final int STRAND = 2 + LEVELS * FRAME + 1 + LOG + 1 + SCOPES;
    /** Stores that wait on a processor; more than a program of this size can have waiting. */
    private static final int BUFFER = 12;

    private final Program program;
    private final MicroCode code;
    private final int cpuBase;
    private final int strandBase;
    private final int budgetBase;
    private final int tlbBase;
    private final int messageBase;
    private final int bufferBase;
    private final int size;

    Layout(Program program, MicroCode code) {
        this.program = program;
        this.code = code;
        this.cpuBase = code.memorySize();
        this.strandBase = cpuBase + 2 * program.cpus();
        this.budgetBase =
                strandBase + STRAND * (program.cpus() + program.tasks().size());
        this.tlbBase = budgetBase + 2;
        this.messageBase = tlbBase + program.cpus();
        this.bufferBase = messageBase + 2 * program.cpus();
        this.size = bufferBase + (program.model() == MemoryModel.SC ? 0 : program.cpus() * (1 + 2 * BUFFER));
    }

    /** The state at boot, where nobody stands before an access yet. */
    byte[] boot() {
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
            switchTo(s, cpu, cpu < program.tasks().size() ? cpus + cpu : cpu);
        }
        s[code.pte()] = Mapping.FIRST;
        s[code.framed(false)] = 1;
        s[code.framed(true)] = 2;
        s[interruptsLeft()] = (byte) program.bounds().interrupts();
        s[preemptionsLeft()] = (byte) program.bounds().preemptions();
        return s;
    }

    private int idle(int cpu) {
        return cpu < program.tasks().size() ? code.idleEntry : code.idleStart;
    }

    // ---- processors

    /** The strand that {@code cpu} is on. */
    int on(byte[] s, int cpu) {
        return s[cpuBase + 2 * cpu + 1];
    }

    void switchTo(byte[] s, int cpu, int strand) {
        s[cpuBase + 2 * cpu + 1] = (byte) strand;
    }

    boolean enabled(byte[] s, int cpu) {
        return s[cpuBase + 2 * cpu] != 0;
    }

    void enable(byte[] s, int cpu, boolean flag) {
        s[cpuBase + 2 * cpu] = (byte) (flag ? 1 : 0);
    }

    int interruptsLeft() {
        return budgetBase;
    }

    int preemptionsLeft() {
        return budgetBase + 1;
    }

    /** The entry in the TLB of {@code cpu}. */
    int tlb(int cpu) {
        return tlbBase + cpu;
    }

    /** What interrupts {@code cpu}, see {@link Messages}. */
    int latches(int cpu) {
        return messageBase + 2 * cpu;
    }

    /** Processors that a message of {@code cpu} has not reached, a bit each. */
    int underWay(int cpu) {
        return messageBase + 2 * cpu + 1;
    }

    /** The store buffer of {@code cpu}: their number, then word and value of each. */
    int buffer(int cpu) {
        return bufferBase + cpu * (1 + 2 * BUFFER);
    }

    // ---- strands

    private int strand(int number) {
        return strandBase + STRAND * number;
    }

    /** True if no handler is on top of the strand. */
    boolean below(byte[] s, int strand) {
        return s[strand(strand)] == 0;
    }

    /** The task that the scheduler has just picked on {@code cpu}, which has not left its strand yet. */
    int picked(byte[] s, int cpu) {
        return s[frame(s, on(s, cpu)) + 3];
    }

    int frame(byte[] s, int strand) {
        return strand(strand) + 2 + s[strand(strand)] * FRAME;
    }

    static int pc(byte[] s, int frame) {
        return ((s[frame] & 0xFF) << 8) | (s[frame + 1] & 0xFF);
    }

    static void jump(byte[] s, int frame, int pc) {
        s[frame] = (byte) (pc >> 8);
        s[frame + 1] = (byte) pc;
    }

    /** The micro-step that {@code cpu} stands before. */
    MicroCode.Step step(byte[] s, int cpu) {
        return code.steps.get(pc(s, frame(s, on(s, cpu))));
    }

    /** Enters a handler on the strand that {@code cpu} is on. */
    void enter(byte[] s, int cpu, int handler) {
        int strand = on(s, cpu);
        s[strand(strand)]++;
        int frame = frame(s, strand);
        Arrays.fill(s, frame, frame + FRAME, (byte) 0);
        s[frame + RETURN_FLAG] = (byte) (enabled(s, cpu) ? 1 : 0);
        enable(s, cpu, false);
        jump(s, frame, handler);
    }

    /** Returns from it. */
    void leave(byte[] s, int cpu) {
        int strand = on(s, cpu);
        int frame = frame(s, strand);
        enable(s, cpu, s[frame + RETURN_FLAG] != 0);
        Arrays.fill(s, frame, frame + FRAME, (byte) 0);
        s[strand(strand)]--;
    }

    void retire(byte[] s, int strand) {
        s[strand(strand) + 1] = 1;
    }

    boolean retired(byte[] s, int strand) {
        return s[strand(strand) + 1] != 0;
    }

    // ---- what a strand has read

    /** Where the log begins: its length, then what is in it. */
    int log(int strand) {
        return strand(strand) + 2 + LEVELS * FRAME;
    }

    void log(byte[] s, int strand, int value) {
        int at = log(strand);
        s[at + 1 + s[at]] = (byte) value;
        s[at]++;
    }

    private int scopes(int strand) {
        return log(strand) + 1 + LOG;
    }

    void enterScope(byte[] s, int strand) {
        int depth = scopes(strand);
        s[depth]++;
        s[depth + s[depth]] = s[log(strand)];
    }

    void leaveScope(byte[] s, int strand) {
        forget(s, strand);
        int depth = scopes(strand);
        s[depth + s[depth]] = 0;
        s[depth]--;
    }

    /** Drops what was logged since the innermost scope began. */
    void forget(byte[] s, int strand) {
        int at = log(strand);
        int depth = scopes(strand);
        int kept = s[depth] == 0 ? 0 : s[depth + s[depth]];
        Arrays.fill(s, at + 1 + kept, at + 1 + LOG, (byte) 0);
        s[at] = (byte) kept;
    }
}
