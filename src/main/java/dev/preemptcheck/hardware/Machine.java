package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine: memory, processors and the strands that run on them, stepped one access at a time.
 *
 * <p>Built once, run any number of times; every run starts from the same boot image. A run is a sequence of steps.
 * Before each step the {@link Arbiter} says who moves, and the default, carrying on with the processor that moved
 * last, costs no switch: the question is asked inline, on the strand that is about to move. A handler runs on the Java
 * stack of the strand that it interrupts, as on the kernel stack of the interrupted task.
 *
 * <p>Not thread-safe. {@link #run} drives the machine to the end of the run on the calling thread.
 */
public final class Machine implements Whereabouts {
    /** A run longer than this is cut off as the engine's own fault: nothing modelled here takes so many steps. */
    private static final int STEPS_MAX = 1_000_000;

    private static final int FIRST_HANDLER_CONTEXT = 16;

    final Memory memory;
    final PageTable pageTable;
    final MachineListener listener;
    private final Carrier carrier;
    private final Strand[] strands;
    private final Processor[] processors;
    private final MachineSetup.Body timer;
    private final MachineSetup.Body death;
    private final boolean preemptible;
    private final ModelCpu cpu = new ModelCpu(this);
    private final int[] lockBits;

    private Arbiter arbiter = Quiet.INSTANCE;
    private Footprint footprint;
    private @Nullable StepSink sink;
    private boolean surviving;

    Processor now;
    private int steps;
    private int quietUntil;
    private boolean granted;
    private boolean booting;
    private boolean over;
    private boolean stopAsked;
    private boolean cut;
    private long trace;
    private int locksKnown;
    private @Nullable Processor restOf;
    private @Nullable Strand restStrand;
    private long rest;

    Machine(MachineSetup setup, Carrier carrier, MachineListener listener) {
        this.memory = setup.memory();
        memory.endOfData();
        this.pageTable = setup.pageTable();
        this.listener = listener;
        this.carrier = carrier;
        this.timer = setup.timer();
        this.death = setup.death();
        this.preemptible = setup.preemptible();
        memory.endOfData();
        this.strands = strands(setup.tasks());
        int[] boot = setup.bootTasks();
        this.processors = new Processor[boot.length];
        for (int i = 0; i < processors.length; i++) {
            processors[i] = new Processor(i, memory, pageTable.pages(), strands[boot[i]]);
        }
        memory.seal();
        this.lockBits = new int[memory.size()];
        this.now = processors[0];
        this.footprint = new Footprint(memory.size(), Footprint.Reduction.NONE);
    }

    private Strand[] strands(List<MachineSetup.TaskEntry> tasks) {
        Strand[] all = new Strand[tasks.size()];
        for (int i = 0; i < all.length; i++) {
            MachineSetup.TaskEntry task = tasks.get(i);
            int count = task.countAddress() == 0 ? -1 : memory.direct(task.countAddress());
            Strand[] self = new Strand[1];
            self[0] = new Strand(i, task.name(), task.idle(), () -> live(self[0], task.body()), count);
            all[i] = self[0];
        }
        return all;
    }

    // ---- running

    /** How a run is watched and driven; every part has a default that does nothing. */
    public void attach(Arbiter newArbiter, Footprint newFootprint, @Nullable StepSink newSink) {
        arbiter = newArbiter;
        footprint = newFootprint;
        sink = newSink;
    }

    /** Whether a task's oops kills the task only, and the run goes on; by default it ends the run. */
    public void surviveOopses(boolean survive) {
        surviving = survive;
    }

    /**
     * One run, from boot to the end.
     *
     * @param quietSteps until this step the arbiter is not asked
     */
    public void run(int quietSteps) {
        reset();
        booting = true;
        for (Processor p : processors) {
            now = p;
            resume(p.strand);
        }
        booting = false;
        now = processors[0];
        quietUntil = quietSteps;
        while (!over) {
            resume(now.strand);
        }
        unwind();
    }

    private void reset() {
        memory.reset();
        for (Strand s : strands) {
            s.reset();
        }
        for (Processor p : processors) {
            p.reset();
        }
        listener.reset();
        steps = 0;
        quietUntil = 0;
        granted = false;
        over = false;
        stopAsked = false;
        cut = false;
        trace = 0;
        restOf = null;
    }

    private void resume(Strand s) {
        Object handle = s.carried;
        if (handle == null) {
            handle = carrier.start(s.body);
            s.carried = handle;
        }
        if (carrier.resume(handle)) {
            s.carried = null;
        }
    }

    private void unwind() {
        for (Strand s : strands) {
            if (s.carried != null) {
                resume(s);
            }
        }
    }

    private void live(Strand s, MachineSetup.Body body) {
        try {
            try {
                body.run(cpu);
            } catch (TaskKilled killed) {
                death.run(cpu);
            }
        } catch (Unwind unwound) {
            return;
        }
        if (!s.retired) {
            throw new IllegalStateException(s.name + " ended without leaving the processor to another task");
        }
    }

    // ---- the scheduling point

    /** Called by the processor before each access: returns when it is this access's turn. */
    void point(int op, int word, int value) {
        for (; ; ) {
            Processor p = now;
            if (p.timerPending && p.interruptFlag) {
                interrupt(p);
                continue;
            }
            if (steps < quietUntil && !Op.waits(op)) {
                return;
            }
            Strand s = p.strand;
            s.op = op;
            s.word = word;
            s.value = value;
            if (booting) {
                park();
            } else if (decide(p)) {
                return;
            }
            if (granted) {
                granted = false;
                return;
            }
        }
    }

    /** Asks who moves; true if it is the pending access of {@code p}. */
    private boolean decide(Processor p) {
        checkAlive();
        int agent = steps < quietUntil ? defaultAgent() : arbiter.choose(this);
        if (Agent.isCpu(agent)) {
            Processor next = processors[agent];
            if (next == p) {
                return true;
            }
            now = next;
            restOf = null;
            granted = true;
            park();
            return false;
        }
        if (Agent.isTimer(agent)) {
            Processor next = processors[Agent.number(agent)];
            next.timerPending = true;
            restOf = null;
            if (next != p) {
                now = next;
                granted = false;
                park();
            }
            return false;
        }
        if (agent == Agent.END) {
            int unfinished = unfinished();
            if (unfinished != 0) {
                listener.stuck(unfinished, raisable() != 0);
            }
        } else {
            cut = true;
        }
        throw end();
    }

    private void park() {
        carrier.suspend();
        checkAlive();
    }

    private void interrupt(Processor p) {
        Strand s = p.strand;
        p.timerPending = false;
        p.interruptFlag = false;
        s.push(Strand.HANDLER);
        listener.handlerEntered(p.id, s.id, count(s));
        timer.run(cpu);
        if (s.kind == Strand.HANDLER) {
            handlerDone();
        }
        s.pop();
        now.interruptFlag = true;
    }

    /** The handler proper is over; from here on the code belongs to the interrupted task again. */
    void handlerDone() {
        checkAlive();
        Strand s = now.strand;
        listener.handlerLeft(now.id, s.id, count(s));
        s.kind = Strand.RETURN_PATH;
    }

    /** Books a step that has taken effect. */
    void done(int op, int word, int value) {
        Processor p = now;
        Strand s = p.strand;
        if (sink != null) {
            sink.step(steps, p.id, s.id, s.kind == Strand.HANDLER, op, word, value, count(s));
        }
        steps++;
        trace = Hash.append(trace + ((long) op << 8) + p.id, ((long) word << 32) ^ (value & 0xFFFFFFFFL));
        if (steps > STEPS_MAX) {
            throw new IllegalStateException("a run took more than " + STEPS_MAX + " steps: " + s.name + " stands at "
                    + Op.name(op) + " and never ends");
        }
    }

    /** Books who touches the word, before the access takes effect; {@code how} is a sum of Footprint's manners. */
    void touch(int word, int how) {
        Processor p = now;
        Strand s = p.strand;
        int manner = how | 1 << p.id;
        if (footprint.canBeToldApart(word, how)) {
            p.inOneStepSection = false;
        }
        if (s.kind == Strand.HANDLER) {
            footprint.note(word, 1 << (FIRST_HANDLER_CONTEXT + p.id), s.id, manner | Footprint.HANDLER, 0);
            return;
        }
        int held = s.locks;
        if (p.interruptFlag) {
            manner |= preemptibleHere() ? Footprint.INTERRUPTIBLE | Footprint.PREEMPTIBLE : Footprint.INTERRUPTIBLE;
        } else {
            held |= p.locks;
        }
        footprint.note(word, 1 << s.id, s.id, manner, held);
    }

    /**
     * A lock that is taken with interrupts off is its processor's until it is given back, whichever task does that; else it
     * is the task's.
     */
    void took(int lock) {
        now.inOneStepSection |= footprint.level(lock) == Footprint.SHARED;
        if (now.interruptFlag) {
            now.strand.locks |= lockBit(lock);
        } else {
            now.locks |= lockBit(lock);
        }
    }

    /** Whoever took the lock, and wherever: it may have been handed over, or its holder moved, meanwhile. */
    void gaveBack(int lock) {
        int others = ~lockBit(lock);
        for (Strand s : strands) {
            s.locks &= others;
        }
        for (Processor p : processors) {
            p.locks &= others;
        }
        now.inOneStepSection = false;
    }

    private int lockBit(int word) {
        if (lockBits[word] == 0 && locksKnown < Integer.SIZE) {
            lockBits[word] = 1 << locksKnown++;
        }
        return lockBits[word];
    }

    /** For what is not an access: once the run is over, nothing moves the machine any more. */
    void checkAlive() {
        if (over) {
            throw Unwind.INSTANCE;
        }
    }

    /** Ends the run after a step in which a detector asked for it. */
    void endIfAsked() {
        if (stopAsked) {
            throw end();
        }
    }

    /** The run is over: from here on every access rethrows, in the quiet part too, and nothing pending is taken. */
    private Unwind end() {
        over = true;
        quietUntil = 0;
        for (Processor p : processors) {
            p.timerPending = false;
        }
        return Unwind.INSTANCE;
    }

    // ---- what the processor's slower operations need

    int pick(int candidates, boolean involuntary) {
        checkAlive();
        int current = now.strand.id;
        int preferred = (candidates & (1 << current)) != 0 ? current : Integer.numberOfTrailingZeros(candidates);
        int choice = steps < quietUntil ? preferred : arbiter.pick(this, candidates, preferred, involuntary);
        if (choice == Agent.STOP) {
            cut = true;
            throw end();
        }
        now.strand.read(0, choice);
        return choice;
    }

    void switchTo(int task) {
        Processor p = now;
        Strand from = p.strand;
        p.strand = strands[task];
        restOf = null;
        listener.switched(p.id, from.id, task);
        granted = false;
        if (!from.retired) {
            park();
        }
    }

    Error bug(String outcome, String place) {
        checkAlive();
        listener.bug(now.id, now.strand.id, outcome, place);
        endIfAsked();
        if (surviving) {
            throw TaskKilled.INSTANCE;
        }
        throw end();
    }

    // ---- what arbiters, detectors and reports may ask

    /** Steps taken so far in this run. */
    public int steps() {
        return steps;
    }

    /** The arbiter is not asked before this step. */
    public void quietUntil(int step) {
        quietUntil = step;
    }

    /** The processor that moved last and stands before an access now. */
    @Override
    public int running() {
        return now.id;
    }

    @Override
    public int cpus() {
        return processors.length;
    }

    /** The TLB entry of {@code cpu} for {@code page} of the window, 0 if it holds none. */
    int cached(int cpu, int page) {
        return processors[cpu].tlb.entry(page);
    }

    /** Processors whose next step can be taken now, a bit each. */
    public int steppable() {
        int mask = 0;
        for (Processor p : processors) {
            if (canStep(p)) {
                mask |= 1 << p.id;
            }
        }
        return mask;
    }

    private boolean canStep(Processor p) {
        Strand s = p.strand;
        return switch (s.op) {
            case Op.ACQUIRE -> memory.words[s.word] == s.value;
            case Op.AWAIT -> memory.words[s.word] != 0;
            default -> true;
        };
    }

    /** True if the running processor's next step can be taken now. */
    public boolean runningCanStep() {
        return canStep(now);
    }

    /** Processors whose timer interrupt would be taken at once if it were raised now, a bit each. */
    public int raisable() {
        int mask = 0;
        for (Processor p : processors) {
            if (p.interruptFlag && !p.timerPending) {
                mask |= 1 << p.id;
            }
        }
        return mask;
    }

    /** The default: the processor that moved last, else the lowest that can move, else the end. */
    public int defaultAgent() {
        if (canStep(now)) {
            return Agent.cpu(now.id);
        }
        int mask = steppable();
        return mask == 0 ? Agent.END : Agent.cpu(Integer.numberOfTrailingZeros(mask));
    }

    /** Tasks that have not ended, a bit each; idle ones are none. */
    public int unfinished() {
        int mask = 0;
        for (Strand s : strands) {
            if (!s.retired && !s.idle) {
                mask |= 1 << s.id;
            }
        }
        return mask;
    }

    /** Ends the run as soon as the step that is being taken is complete. For detectors. */
    public void stop() {
        stopAsked = true;
    }

    /** True if the run was cut off by {@link Agent#STOP}. */
    public boolean wasCut() {
        return cut;
    }

    @Override
    public boolean preemptibleHere() {
        Strand s = now.strand;
        return preemptible
                && now.interruptFlag
                && s.kind != Strand.HANDLER
                && (s.countWord < 0 || memory.words[s.countWord] == 0);
    }

    /** The operation that the strand on processor {@code cpu} is about to perform. */
    public int pendingOp(int cpu) {
        return processors[cpu].strand.op;
    }

    public int pendingWord(int cpu) {
        return processors[cpu].strand.word;
    }

    public int pendingValue(int cpu) {
        return processors[cpu].strand.value;
    }

    /** How far the pending access of the running processor can be told apart, see {@link Footprint#level(int)}. */
    public int pendingLevel(Footprint known) {
        Strand s = now.strand;
        return switch (s.op) {
            case Op.VLOAD, Op.VSTORE -> translatedLevel(known, s);
            case Op.INVLPG -> known.level(now.tlb.register(s.word));
            case Op.CR3 -> known.level(now.cr3Register);
            default -> s.word < 0 ? Footprint.QUIET : known.level(s.word);
        };
    }

    /** Which words a translated access touches is known only now: its task may have moved since it was made. */
    private int translatedLevel(Footprint known, Strand s) {
        int page = s.word >>> 12;
        int pteWord = memory.index(pageTable.entries() + 4 * page);
        int entry = now.tlb.entry(page);
        if (entry == 0) {
            entry = memory.words[pteWord];
            if ((entry & PageTable.PRESENT) == 0) {
                return Footprint.SHARED;
            }
        }
        int level = Math.max(known.level(now.tlb.register(page)), known.level(pteWord));
        return Math.max(level, known.level(memory.inFrame(PageTable.pfn(entry), s.word)));
    }

    /**
     * True if the running processor has entered a lock that others contend for, and has taken no step since that they can
     * tell apart.
     */
    public boolean inOneStepSection() {
        return now.inOneStepSection;
    }

    /** True if the pending access of the running processor is made under a lock that guards all writes to its word. */
    public boolean underLock(Footprint known) {
        Processor p = now;
        int held = p.strand.kind == Strand.HANDLER ? 0 : p.strand.locks | (p.interruptFlag ? 0 : p.locks);
        return known.isGuardedBy(p.strand.word, held);
    }

    /** True if the pending locked access of {@code cpu} takes its task's preempt count away from 0. */
    public boolean closesWindow(int cpu) {
        Strand s = processors[cpu].strand;
        return memory.watch[s.word] < 0 && memory.words[s.word] == 0;
    }

    public Memory memory() {
        return memory;
    }

    public String taskName(int task) {
        return strands[task].name;
    }

    public int tasks() {
        return strands.length;
    }

    @Override
    public int taskOn(int cpu) {
        return processors[cpu].strand.id;
    }

    @Override
    public boolean inHandler(int cpu) {
        return processors[cpu].strand.kind == Strand.HANDLER;
    }

    /** The preempt count of the task on {@code cpu}, 0 where it has none. */
    public int countOn(int cpu) {
        return count(processors[cpu].strand);
    }

    private int count(Strand s) {
        return s.countWord < 0 ? 0 : memory.words[s.countWord];
    }

    public boolean interruptFlag(int cpu) {
        return processors[cpu].interruptFlag;
    }

    /** The task's code position, as a digest: equal for equal positions with equal locals. */
    public long position(int task) {
        return strands[task].digest();
    }

    /** Digest of all steps taken so far; equal for equal runs. */
    public long traceHash() {
        return trace;
    }

    /**
     * Digest of everything that can decide the future of this run, the arbiter's own state excepted. Only what the running
     * processor changes is digested anew; the others' share is kept from when they last moved.
     */
    public long fingerprint() {
        Processor p = now;
        if (restOf != p || restStrand != p.strand) {
            rest = 0;
            for (Processor other : processors) {
                rest += other == p ? 0 : other.digest();
            }
            for (Strand other : strands) {
                rest += other == p.strand ? 0 : other.digest();
            }
            restOf = p;
            restStrand = p.strand;
        }
        return Hash.mix(memory.digest + listener.fingerprint() + p.digest() + p.strand.digest() + rest);
    }

    /**
     * Digest of what every processor would do next, computed apart from {@link #fingerprint()}: two states with equal
     * fingerprints and different witnesses prove that the fingerprint forgets something.
     */
    public int witness() {
        long digest = 0;
        for (Processor p : processors) {
            Strand s = p.strand;
            digest = Hash.append(digest + s.op, ((long) s.word << 32) ^ s.value);
        }
        digest = Hash.append(digest, ((long) steppable() << 32) ^ raisable());
        return (int) (digest >>> 16);
    }
}
