package dev.preemptcheck.hardware;

/**
 * What can move in a machine now: processors that can take their next step, interrupts, NMIs and messages that may
 * arrive, stores that may reach memory, devices, and walkers that may fill their TLB.
 *
 * <p>Valid while the machine stands before an access.
 */
public final class Moves {
    /** More than can ever be possible at the same time. */
    public static final int MOVES_MAX = 512;

    private final Machine machine;
    private final Processor[] processors;
    private final Memory memory;
    private final Interrupts interrupts;
    private final Peripherals peripherals;
    private final StoreBuffers buffers;
    private final boolean speculative;
    private final boolean asynchronous;

    Moves(Machine machine, boolean speculative) {
        this.machine = machine;
        this.processors = machine.processors;
        this.memory = machine.memory;
        this.interrupts = machine.interrupts;
        this.peripherals = machine.peripherals;
        this.buffers = machine.buffers;
        if (speculative && machine.mmu.pages() > Long.SIZE) {
            throw new IllegalArgumentException("unasked TLB fills can be modelled for " + Long.SIZE
                    + " pages at most, not " + machine.mmu.pages());
        }
        this.speculative = speculative;
        this.asynchronous = interrupts.asynchronous() || !peripherals.none() || speculative;
    }

    // ---- steps of processors

    /** True if the running processor's next step can be taken now. */
    public boolean runningCanStep() {
        return canStep(machine.now);
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
        if (p.alert && interrupts.takes(p, p.strand.op)) {
            return true;
        }
        return !Op.waits(s.op) || holds(p, s);
    }

    /** True if what the strand waits for is so. */
    private boolean holds(Processor p, Strand s) {
        return switch (s.op) {
            case Op.ACQUIRE, Op.AWAIT, Op.AWAIT_ANY -> Op.isReleased(s.op, s.value, p.stores.view(s.word, memory));
            case Op.SEND -> !interrupts.sending(p.id);
            case Op.DELAY -> !machine.delays.clock().armed(s.value);
            default -> true;
        };
    }

    // ---- what is nobody's step

    /** Processors whose timer interrupt would be taken at once if it were raised now, a bit each. */
    public int raisable() {
        return interrupts.timers();
    }

    /** True if that agent can move now. */
    public boolean canMove(int agent) {
        int number = Agent.number(agent);
        return switch (Agent.kind(agent)) {
            case CPU -> (steppable() & 1 << number) != 0;
            case TIMER -> (raisable() & 1 << number) != 0;
            case DEVICE -> peripherals.canMove(agent);
            case LINE -> (interrupts.rising() & 1 << number) != 0;
            case TASK, ANSWER -> false;
            case LASSO -> true;
            default -> number < processors.length && canMove(processors[number], agent);
        };
    }

    private boolean canMove(Processor p, int agent) {
        return switch (Agent.kind(agent)) {
            case NMI -> interrupts.mayNmi(p);
            case FILL -> speculative && (machine.mmu.speculativeFills(p) & 1L << Agent.detail(agent)) != 0;
            case IPI -> (interrupts.underWay(p.id) & 1 << Agent.detail(agent)) != 0;
            case DRAIN -> p.stores.indexOf(Agent.detail(agent)) >= 0;
            default -> false;
        };
    }

    /**
     * What can move now apart from processors' steps and their timers, as agents.
     *
     * @param into has room for {@link #MOVES_MAX}
     * @return how many there are
     */
    public int all(int[] into) {
        int size = buffers.present() ? buffers.moves(into, 0) : 0;
        if (asynchronous) {
            for (Processor p : processors) {
                if (interrupts.mayNmi(p)) {
                    into[size++] = Agent.nmi(p.id);
                }
                for (long rest = speculative ? machine.mmu.speculativeFills(p) : 0; rest != 0; rest &= rest - 1) {
                    into[size++] = Agent.fill(p.id, Long.numberOfTrailingZeros(rest));
                }
                for (int rest = interrupts.underWay(p.id); rest != 0; rest &= rest - 1) {
                    into[size++] = Agent.ipi(p.id, Integer.numberOfTrailingZeros(rest));
                }
            }
            for (int rest = interrupts.rising(); rest != 0; rest &= rest - 1) {
                into[size++] = Agent.line(Integer.numberOfTrailingZeros(rest));
            }
            size = peripherals.moves(into, size);
        }
        return size;
    }

    /** True if the agent is something that only may come, and so is bounded as interrupts are. */
    public boolean isBudgeted(int agent) {
        return switch (Agent.kind(agent)) {
            case TIMER, NMI -> true;
            case DEVICE -> !peripherals.isDue(agent);
            default -> false;
        };
    }

    /** True if stores wait in a buffer of their processor before they reach memory. */
    public boolean buffered() {
        return buffers.present();
    }

    /** True if more can come to a processor from outside than its own timer, at any moment. */
    public boolean asynchronous() {
        return asynchronous;
    }

    /** What a device's agent does, for people: {@code ata0 complete}. */
    public String deviceMove(int agent) {
        return peripherals.name(agent);
    }

    /** True if what only may come could still help those who wait. */
    boolean mayHelp() {
        int[] possible = new int[MOVES_MAX];
        int size = all(possible);
        for (int i = 0; i < size; i++) {
            if (isBudgeted(possible[i])) {
                return true;
            }
        }
        return raisable() != 0;
    }

    // ---- stores under way

    /** Stores of {@code cpu} that have not reached memory yet. */
    public int waitingStores(int cpu) {
        return processors[cpu].stores.size();
    }

    /** The index of the word that store number {@code index} of those is for, or -1 if it only keeps later ones back. */
    public int waitingWord(int cpu, int index) {
        return processors[cpu].stores.word(index);
    }

    /** True if store number {@code index} of those may reach memory next. */
    public boolean mayDrain(int cpu, int index) {
        StoreBuffer stores = processors[cpu].stores;
        return stores.word(index) >= 0 && stores.before(index) == index;
    }

    // ---- the default

    /**
     * The default: the processor that moved last, else the lowest that can move, else a store or a message that is under way,
     * else what a device owes, else the end.
     */
    public int defaultAgent() {
        if (canStep(machine.now)) {
            return Agent.cpu(machine.now.id);
        }
        int mask = steppable();
        if (mask != 0) {
            return Agent.cpu(Integer.numberOfTrailingZeros(mask));
        }
        int store = buffers.oldest();
        return store != Agent.END || !asynchronous ? store : firstArrival();
    }

    private int firstArrival() {
        for (Processor p : processors) {
            int targets = interrupts.underWay(p.id);
            if (targets != 0) {
                return Agent.ipi(p.id, Integer.numberOfTrailingZeros(targets));
            }
        }
        int lines = interrupts.rising();
        return lines == 0 ? peripherals.due() : Agent.line(Integer.numberOfTrailingZeros(lines));
    }
}
