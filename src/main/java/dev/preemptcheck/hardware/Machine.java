package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.digest.Hash;
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
    final PageTable pageTable;
    final MachineListener listener;
    private final Carrier carrier;
    final Strand[] strands;
    final Processor[] processors;
    private final MachineSetup.Body timer;
    private final MachineSetup.Body death;
    private final boolean preemptible;
    private final boolean buffered;
    private final ModelCpu cpu = new ModelCpu(this);
    final Ledger ledger;
    final Mmu mmu = new Mmu(this);
    private final StateDigest digest;
    private final Pending pending = new Pending(this);

    private Arbiter arbiter = Quiet.INSTANCE;
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

    Machine(MachineSetup setup, Carrier carrier, MachineListener listener) {
        this.memory = setup.memory();
        memory.endOfData();
        this.pageTable = setup.pageTable();
        this.listener = listener;
        this.carrier = carrier;
        this.timer = setup.timer();
        this.death = setup.death();
        this.preemptible = setup.preemptible();
        this.buffered = setup.memoryModel() != MemoryModel.SC;
        this.strands = strands(setup.tasks());
        int[] boot = setup.bootTasks();
        this.processors = new Processor[boot.length];
        for (int i = 0; i < processors.length; i++) {
            processors[i] = new Processor(i, memory, setup.memoryModel(), pageTable.pages(), strands[boot[i]]);
        }
        memory.seal();
        this.now = processors[0];
        this.ledger = new Ledger(this);
        this.digest = new StateDigest(this);
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
        ledger.open(newFootprint);
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
        digest.moved();
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

    /**
     * Called by the processor before each access: returns when it is this access's turn, and all stores that must reach
     * memory before it have done so.
     */
    void point(int op, int word, int value) {
        turn(op, word, value);
        if (buffered && Op.drains(op)) {
            drainAll(now);
        }
    }

    private void turn(int op, int word, int value) {
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
            digest.moved();
            granted = true;
            park();
            return false;
        }
        if (Agent.isTimer(agent)) {
            Processor next = processors[Agent.number(agent)];
            next.timerPending = true;
            digest.moved();
            if (next != p) {
                now = next;
                granted = false;
                park();
            }
            return false;
        }
        if (Agent.isDrain(agent)) {
            drain(processors[Agent.number(agent)], Agent.drained(agent));
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

    /** Lets the store of that step reach memory, and before it those that must. */
    private void drain(Processor p, int step) {
        StoreBuffer stores = p.stores;
        int last = stores.indexOf(step);
        if (last < 0) {
            throw new IllegalStateException("no store of step " + step + " waits on processor " + p.id);
        }
        for (int next = last; last >= 0; last = stores.indexOf(step), next = last) {
            while (stores.before(next) != next) {
                next = stores.before(next);
            }
            stores.drain(next, memory);
        }
        digest.moved();
    }

    private void drainAll(Processor p) {
        while (!p.stores.isEmpty()) {
            p.stores.drain(0, memory);
        }
    }

    /**
     * A plain store of the bits in {@code mask}: others see it at once where there is no buffer, or where none of them ever
     * looks.
     */
    void put(int word, int bits, int mask) {
        if (!buffered || (ledger.unseen(word) && !now.stores.holds(word))) {
            memory.set(word, (memory.words[word] & ~mask) | bits);
        } else {
            makeRoom().add(word, bits, mask, steps);
        }
    }

    /** A plain store to a word and the next, in one piece. */
    void putPair(int word, long value) {
        if (buffered) {
            makeRoom().addPair(word, value, steps);
        } else {
            memory.setPair(word, value);
        }
    }

    private StoreBuffer makeRoom() {
        if (now.stores.isFull()) {
            now.stores.drain(0, memory);
        }
        return now.stores;
    }

    /** The upper half of the value of the step that is booked next. */
    void wide(int high) {
        trace = Hash.append(trace, high);
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
        listener.handlerEntered(p.id, s.id, count(p));
        timer.run(cpu);
        if (s.kind == Strand.HANDLER) {
            handlerDone();
        }
        if (buffered) {
            cpu.fence(); // iret serialises
        }
        s.pop();
        now.interruptFlag = true;
        listener.interruptFlag(now.id, s.id, true);
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
            sink.step(steps, p.id, s.id, s.kind == Strand.HANDLER, op, word, value, count(p));
        }
        steps++;
        trace = Hash.append(trace + ((long) op << 8) + p.id, ((long) word << 32) ^ (value & 0xFFFFFFFFL));
        if (steps > STEPS_MAX) {
            throw new IllegalStateException("a run took more than " + STEPS_MAX + " steps: " + s.name + " stands at "
                    + Op.name(op) + " and never ends");
        }
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
            case Op.ACQUIRE -> p.stores.view(s.word, memory) == s.value;
            case Op.AWAIT -> p.stores.view(s.word, memory) != s.value;
            default -> true;
        };
    }

    /** True if that agent can move now. */
    public boolean canMove(int agent) {
        int number = Agent.number(agent);
        if (Agent.isDrain(agent)) {
            return number < processors.length && processors[number].stores.indexOf(Agent.drained(agent)) >= 0;
        }
        int able = Agent.isTimer(agent) ? raisable() : steppable();
        return (able & 1 << number) != 0;
    }

    /** True if stores wait in a buffer of their processor before they reach memory. */
    public boolean buffered() {
        return buffered;
    }

    /** Stores of {@code cpu} that have not reached memory yet. */
    public int waitingStores(int cpu) {
        return processors[cpu].stores.size();
    }

    /** The agent that lets store number {@code index} of those reach memory next, or {@link Agent#END} if it must wait. */
    public int drainer(int cpu, int index) {
        StoreBuffer stores = processors[cpu].stores;
        return stores.word(index) >= 0 && stores.before(index) == index
                ? Agent.drain(cpu, stores.step(index))
                : Agent.END;
    }

    /** True if the running processor's next step can be taken now. */
    public boolean runningCanStep() {
        return canStep(now);
    }

    /** Processors whose timer interrupt would be taken at once if it were raised now, a bit each. */
    public int raisable() {
        int mask = 0;
        for (Processor p : processors) {
            if (p.interruptFlag && !p.timerPending && !Op.isTail(p.strand.op)) {
                mask |= 1 << p.id;
            }
        }
        return mask;
    }

    /** The default: the processor that moved last, else the lowest that can move, else a store that waits, else the end. */
    public int defaultAgent() {
        if (canStep(now)) {
            return Agent.cpu(now.id);
        }
        int mask = steppable();
        if (mask != 0) {
            return Agent.cpu(Integer.numberOfTrailingZeros(mask));
        }
        for (Processor p : processors) {
            if (!p.stores.isEmpty()) {
                return Agent.drain(p.id, p.stores.step(0));
            }
        }
        return Agent.END;
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
                && (s.countWord < 0 || now.stores.view(s.countWord, memory) == 0);
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
        return processors[cpu].strand.kind == Strand.HANDLER;
    }

    @Override
    public boolean inInterrupt(int cpu) {
        return processors[cpu].strand.kind != Strand.TASK;
    }

    /** The preempt count of the task on {@code cpu}, 0 where it has none. */
    public int countOn(int cpu) {
        return count(processors[cpu]);
    }

    private int count(Processor p) {
        int word = p.strand.countWord;
        return word < 0 ? 0 : p.stores.view(word, memory);
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

    /** See {@link StateDigest#fingerprint()}. */
    public long fingerprint() {
        return digest.fingerprint();
    }

    /** See {@link StateDigest#witness()}. */
    public int witness() {
        return digest.witness();
    }
}
