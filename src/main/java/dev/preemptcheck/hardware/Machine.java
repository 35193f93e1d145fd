package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.digest.Hash;
import dev.preemptcheck.hardware.fpu.FpuUnit;
import java.util.Arrays;
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

    final Memory memory;
    final MachineListener listener;
    private final Strands carried;
    final Strand[] strands;
    final Processor[] processors;
    private final boolean preemptible;
    private final int boundTasks;
    private final List<String> locks;
    private final CountLayout countLayout;
    private final List<PendingWork> work;
    private final long latencyBudget;
    private final ModelCpu cpu = new ModelCpu(this);
    /** The same as code sees it. */
    private final Cpu seen;

    final Ledger ledger;
    final Mmu mmu;
    final StoreBuffers buffers;
    final Interrupts interrupts;
    final Traps traps;
    private final FpuImages fpuImages;
    private final int[] fpuLiveWords;
    private final boolean lazyFpu;
    final FpuPath fpu;
    final FpuPath userFpu;
    final Peripherals peripherals;
    final Delays delays;
    private final Moves moves;
    private final StateDigest digest;
    private final Pending pending = new Pending(this);

    private Arbiter arbiter = Quiet.INSTANCE;
    private @Nullable StepSink sink;
    private boolean surviving;

    Processor now;
    private int steps;
    /** Questions of devices since the last step or move, and a digest of what was answered. */
    private int questions;

    long answers;
    private boolean answering;
    private int quietUntil;
    private boolean granted;
    private boolean booting;
    private boolean over;
    private boolean stopAsked;
    private boolean cut;
    private long trace;
    private boolean retries;

    Machine(MachineSetup setup, Carrier carrier, MachineListener listener) {
        this.memory = setup.memory();
        memory.endOfData();
        this.listener = listener;
        this.preemptible = setup.preemptible();
        this.boundTasks = setup.boundTasks();
        this.locks = setup.locks();
        this.countLayout = setup.countLayout();
        this.work = setup.work();
        this.latencyBudget = setup.latencyBudget();
        this.fpuLiveWords = setup.fpuLiveWords();
        this.lazyFpu = Arrays.stream(fpuLiveWords).anyMatch(word -> word >= 0);
        this.seen = setup.lens().apply(cpu);
        this.carried = new Strands(carrier, setup, seen);
        this.strands = carried.all();
        this.mmu = new Mmu(this, setup);
        Strand[] boot = carried.thatBoot(setup.bootTasks());
        this.processors = new Processor[boot.length];
        for (int i = 0; i < processors.length; i++) {
            processors[i] = new Processor(i, memory, setup.memoryModel(), mmu.pages(), mmu.roots(), boot[i]);
        }
        for (Processor p : processors) {
            p.layOutCr2(memory);
        }
        for (Processor p : processors) {
            p.layOutFpu(memory);
        }
        memory.seal();
        this.now = processors[0];
        this.buffers = new StoreBuffers(this, setup.memoryModel());
        this.interrupts = new Interrupts(this, setup);
        this.traps = new Traps(this, setup);
        this.fpuImages = new FpuImages(memory.size(), setup.tasks().size());
        this.fpu = new FpuPath(this, fpuImages, false);
        this.userFpu = new FpuPath(this, fpuImages, true);
        this.peripherals = new Peripherals(this, setup.devices());
        setup.bus().connect(this);
        this.delays = new Delays(setup.clockIfAny(), setup.tasks());
        this.moves = new Moves(this, setup.speculativeFills());
        this.ledger = new Ledger(this);
        this.digest = new StateDigest(this);
    }

    // ---- running

    /** How a run is watched and driven; every part has a default that does nothing. */
    public void attach(Arbiter newArbiter, Footprint newFootprint, @Nullable StepSink newSink) {
        arbiter = newArbiter;
        ledger.open(newFootprint);
        sink = newSink;
    }

    /** True if the kernel does something about a task that dies of an oops, so that the run can go on without it. */
    public boolean tasksMayDie() {
        return carried.mayDie();
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
            carried.resume(p.strand);
        }
        booting = false;
        now = processors[0];
        quietUntil = quietSteps;
        while (!over) {
            carried.resume(now.strand);
        }
        carried.unwind();
    }

    private void reset() {
        memory.reset();
        fpuImages.reset();
        carried.reset();
        for (Processor p : processors) {
            p.reset();
            mmu.reset(p);
            bootFpu(p);
        }
        interrupts.reset();
        peripherals.reset();
        ledger.device(-1);
        listener.reset();
        steps = 0;
        questions = 0;
        answers = 0;
        quietUntil = 0;
        answering = false;
        granted = false;
        over = false;
        stopAsked = false;
        cut = false;
        trace = 0;
        digest.moved();
    }

    /** Where the kernel switches the FPU lazily, TS is set from the start, unless the state of the task that boots is live. */
    private void bootFpu(Processor p) {
        int live = fpuLiveWord(p.strand.id);
        if (live >= 0 && memory.peek(live) != 0) {
            p.fpu.ownedBy(fpuImages.written(p.strand.id));
        } else if (lazyFpu) {
            p.fpu.stts();
        }
    }

    // ---- the scheduling point

    /**
     * Called by the processor before each access: returns when it is this access's turn, and all stores that must reach
     * memory before it have done so.
     */
    void point(int op, int word, int value) {
        turn(op, word, value);
        if (Op.drains(op) && !now.stores.isEmpty()) {
            buffers.drainAll(now.stores);
        }
    }

    private void turn(int op, int word, int value) {
        for (; ; ) {
            Processor p = now;
            if (p.alert && interrupts.takes(p, op)) {
                interrupts.take(p);
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
                if (!now.alert || !interrupts.takes(now, op)) {
                    return;
                }
            }
        }
    }

    /** Asks who moves; true if it is the pending access of {@code p}. */
    private boolean decide(Processor p) {
        checkAlive();
        int agent = steps < quietUntil ? moves.defaultAgent() : arbiter.choose(this);
        if (agent == Agent.END) {
            listener.quiescent(unfinished(), parked(), spinning(), moves.mayHelp());
            throw end();
        }
        if (agent == Agent.STOP) {
            cut = true;
            throw end();
        }
        if (Agent.isCpu(agent)) {
            Processor next = processors[Agent.number(agent)];
            if (next == p) {
                return true;
            }
            now = next;
            digest.moved();
            granted = true;
            park();
            return false;
        }
        move(agent);
        hand(p);
        return false;
    }

    /** A move that is nobody's step. */
    private void move(int agent) {
        digest.moved();
        Processor p = processors[Math.min(Agent.number(agent), processors.length - 1)];
        switch (Agent.kind(agent)) {
            case TIMER -> interrupts.timer(p);
            case NMI -> interrupts.nmi(p);
            case IPI -> interrupts.arrive(p.id, Agent.detail(agent));
            case LINE -> interrupts.arrive(Agent.number(agent));
            case FILL -> mmu.fill(p, Agent.detail(agent));
            case DRAIN -> buffers.drain(p, Agent.detail(agent));
            case DEVICE -> {
                questions = 0;
                answers = agent;
                peripherals.move(agent);
                answers = 0;
            }
            default -> throw new IllegalStateException(Agent.name(agent) + " is no move");
        }
    }

    /** Whoever takes an interrupt because of a move does so at once. */
    private void hand(Processor from) {
        for (Processor p : processors) {
            if (p.alert && interrupts.takes(p, p.strand.op)) {
                if (p != from) {
                    now = p;
                    granted = false;
                    park();
                }
                return;
            }
        }
    }

    private void park() {
        carried.suspend();
        checkAlive();
    }

    /** The way back from a handler, to {@code flag} in the interrupt flag. */
    void returnFromInterrupt(boolean flag) {
        Strand s = now.strand;
        if (s.kind == Strand.HANDLER) {
            handlerDone();
        }
        if (buffers.present()) {
            cpu.fence(); // iret serialises
        }
        s.pop();
        now.interruptFlag = flag;
        listener.interruptFlag(now.id, s.id, flag);
        endIfAsked();
    }

    /** The handler proper is over; from here on the code belongs to the interrupted task again. */
    void handlerDone() {
        checkAlive();
        Strand s = now.strand;
        listener.handlerLeft(now.id, s.id, count(now));
        s.kind = Strand.RETURN_PATH;
    }

    /** Books a step that has taken effect. */
    void done(int op, int word, int value) {
        Processor p = now;
        Strand s = p.strand;
        if (sink != null) {
            sink.step(steps, p.id, s.id, s.kind == Strand.HANDLER ? s.vector : 0, op, word, value, count(p));
        }
        steps++;
        questions = 0;
        answers = 0;
        trace = Hash.append(trace + ((long) op << 8) + p.id, ((long) word << 32) ^ (value & 0xFFFFFFFFL));
        if (steps > STEPS_MAX) {
            throw new IllegalStateException("a run took more than " + STEPS_MAX + " steps: " + s.name + " stands at "
                    + Op.name(op) + " and never ends");
        }
    }

    /** The upper half of the value of the step that is booked next. */
    void wide(int high) {
        trace = Hash.append(trace, high);
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
            p.alert = false;
        }
        return Unwind.INSTANCE;
    }

    // ---- what the processor's slower operations need

    /** The handle by which code uses the processor it runs on. */
    int pick(int candidates, boolean involuntary) {
        checkAlive();
        int current = now.strand.id;
        int preferred = (candidates & (1 << current)) != 0 ? current : Integer.numberOfTrailingZeros(candidates);
        int choice = ask(candidates, preferred, involuntary);
        now.strand.read(0, choice);
        return choice;
    }

    private int ask(int candidates, int preferred, boolean involuntary) {
        int choice = steps < quietUntil ? preferred : arbiter.pick(this, candidates, preferred, involuntary);
        if (choice == Agent.STOP) {
            cut = true;
            throw end();
        }
        return choice;
    }

    /** What a device answers where it is free to: one of so many alternatives, 0 by default. */
    int answer(int alternatives) {
        checkAlive();
        answering = true;
        int answer = ask((1 << alternatives) - 1, 0, false);
        answering = false;
        questions++;
        answers = Hash.append(answers, answer + 1L);
        return answer;
    }

    /** The agent that stands for an answer to the question that is being asked. */
    public int picked(int choice) {
        return answering ? Agent.answer(choice, questions) : Agent.task(choice);
    }

    /** A kernel stack is on one processor at a time, and nobody comes back to one that has been left for good. */
    void checkSwitch(int task) {
        checkAlive();
        Strand to = strands[task];
        for (Processor p : processors) {
            if (to.retired || (p != now && p.strand == to)) {
                throw new IllegalStateException(now.strand.name + " switches to " + to.name
                        + (to.retired ? ", which has ended" : ", which runs on processor " + p.id));
            }
        }
    }

    void switchTo(int task) {
        Processor p = now;
        Strand from = p.strand;
        p.strand = strands[task];
        digest.moved();
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

    private int parked() {
        int mask = 0;
        for (Strand s : strands) {
            mask |= s.retired ? 0 : 1 << s.id;
        }
        for (Processor p : processors) {
            mask &= ~(1 << p.strand.id);
        }
        return mask;
    }

    /** An idle loop waits for a word as its own doing; what came on top of it, and whoever waits for a lock, does not. */
    private int spinning() {
        int mask = 0;
        for (Processor p : processors) {
            Strand s = p.strand;
            boolean idles = s.idle && s.kind == Strand.TASK && (s.op == Op.AWAIT || s.op == Op.AWAIT_ANY);
            mask |= idles ? 0 : 1 << s.id;
        }
        return mask;
    }

    /** Ends the run as soon as the step that is being taken is complete. For detectors. */
    public void stop() {
        stopAsked = true;
    }

    @Override
    public String waitsFor(int cpu) {
        Strand s = processors[cpu].strand;
        return s.op == Op.ACQUIRE || s.op == Op.AWAIT || s.op == Op.AWAIT_ANY ? memory.symbol(s.word) : "";
    }

    @Override
    public int lockAwaited(int cpu) {
        Strand s = processors[cpu].strand;
        return s.op == Op.ACQUIRE || s.op == Op.AWAIT ? locks.indexOf(memory.symbol(s.word)) : -1;
    }

    @Override
    public boolean kernelPreemptible() {
        return preemptible;
    }

    @Override
    public CountLayout countLayout() {
        return countLayout;
    }

    @Override
    public int boundTasks() {
        return boundTasks;
    }

    @Override
    public long latencyBudget() {
        return latencyBudget;
    }

    @Override
    public boolean fpuTraps(int cpu) {
        return processors[cpu].fpu.wouldTrap();
    }

    @Override
    public int fpuLiveWord(int task) {
        return fpuLiveWords[task];
    }

    /** The running program goes on with the state that the image at {@code address} holds, or with none if that is 0. */
    void fpuStateBecomes(int address) {
        fpuImages.become(now.strand.id, address == 0 ? FpuUnit.NOBODY : fpuImages.tag(memory.index(address)));
        digest.moved();
    }

    /** One image was copied to the other. */
    void fpuImageCopied(int from, int to) {
        int tag = fpuImages.tag(memory.index(from));
        fpuImages.store(memory.index(to), tag);
        int found = fpuImages.found(tag, now.strand.id) | FpuUse.READ | FpuUse.USER;
        listener.fpuUsed(now.id, now.strand.id, FpuImages.task(tag), found);
    }

    @Override
    public List<PendingWork> work() {
        return work;
    }

    @Override
    public int peek(int word) {
        return memory.peek(word);
    }

    /** What people call a lock. */
    public String lockName(int lock) {
        return locks.get(lock);
    }

    /** A strand has come to the head of a retry loop. */
    void retried() {
        retries = true;
    }

    /** True if any run so far has come to the head of a retry loop. */
    public boolean retries() {
        return retries;
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
                && (s.countWord < 0 || now.stores.view(s.countWord, memory) == 0);
    }

    /** A step has changed what is not its own processor's. */
    void othersMoved() {
        digest.moved();
    }

    /** Digest of what only detectors know of FPU images in memory. */
    long imagesDigest() {
        return fpuImages.digest();
    }

    ModelCpu cpu() {
        return cpu;
    }

    /** The processor as the kernel's code sees it. */
    Cpu seen() {
        return seen;
    }

    /** True if a task on the running processor could be displaced at this moment, in user mode or by preemption. */
    boolean displaceableHere() {
        Strand s = now.strand;
        return (s.user && s.kind == Strand.TASK) || preemptibleHere();
    }

    /** What can move now. */
    public Moves moves() {
        return moves;
    }

    /** What the processors are about to do. */
    public Pending pending() {
        return pending;
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

    /** True if {@code cpu} is inside a handler proper. */
    public boolean inHandler(int cpu) {
        return handler(cpu) != 0;
    }

    /** The vector of the handler proper that {@code cpu} is in, or 0. */
    public int handler(int cpu) {
        Strand s = processors[cpu].strand;
        return s.kind == Strand.HANDLER ? s.vector : 0;
    }

    @Override
    public boolean inInterrupt(int cpu) {
        return processors[cpu].strand.kind != Strand.TASK;
    }

    @Override
    public int countOn(int cpu) {
        return count(processors[cpu]);
    }

    private int count(Processor p) {
        int word = p.strand.countWord;
        return word < 0 ? 0 : p.stores.view(word, memory);
    }

    @Override
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

    /** See {@link StateDigest#fingerprint()}. */
    public long fingerprint() {
        return digest.fingerprint();
    }

    /** See {@link StateDigest#witness()}. */
    public int witness() {
        return digest.witness();
    }
}
