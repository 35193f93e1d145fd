package dev.preemptcheck.hardware;

/**
 * Books in a {@link Footprint} which contexts touch which word, what could displace them meanwhile, and which locks they
 * hold.
 */
final class Ledger {
    private static final int FIRST_HANDLER_CONTEXT = 16;
    private static final int FIRST_WALKER_CONTEXT = 48;
    private static final int FIRST_DEVICE_CONTEXT = 56;
    /** Handlers of all processors whose accesses can be told apart. */
    static final int HANDLER_CONTEXTS = FIRST_WALKER_CONTEXT - FIRST_HANDLER_CONTEXT;
    /** What comes at any time, and on top of nobody's stack. */
    private static final int UNASKED =
            Footprint.HANDLER | Footprint.INTERRUPTIBLE | Footprint.PREEMPTIBLE | 0xFFFF << Footprint.STACK_SHIFT;

    private final Machine machine;
    private final int cpus;
    private int device = -1;
    private Footprint footprint;

    Ledger(Machine machine) {
        this.machine = machine;
        this.cpus = machine.cpus();
        this.footprint = new Footprint(machine.memory.size(), Footprint.Reduction.NONE);
    }

    /** Books into {@code into} from now on. */
    void open(Footprint into) {
        footprint = into;
    }

    /** From here on device {@code number} touches memory, -1 for processors. */
    void device(int number) {
        device = number;
    }

    /** True while a device moves by itself. */
    boolean inDevice() {
        return device >= 0;
    }

    /** Books who touches the word, before the access takes effect; {@code how} is a sum of Footprint's manners. */
    void touch(int word, int how) {
        Processor p = machine.now;
        Strand s = p.strand;
        if (s.kind == Strand.HANDLER) {
            touchInHandler(p, s, word, how);
            return;
        }
        int held = p.held();
        if (footprint.canBeToldApart(word, how, held)) {
            p.inOneStepSection = false;
        }
        boolean below = s.kind == Strand.TASK;
        int manner = how | 1 << p.id | (below ? 0 : Footprint.HANDLER);
        if (p.interruptFlag) {
            manner |= machine.displaceableHere()
                    ? Footprint.INTERRUPTIBLE | Footprint.PREEMPTIBLE
                    : Footprint.INTERRUPTIBLE;
        }
        footprint.note(word, below ? 1L << s.id : handler(p, s), s.id, manner, held);
    }

    /** The context of a handler on its processor; its return path, too, comes between any two steps of the task below. */
    private long handler(Processor p, Strand s) {
        return 1L << (FIRST_HANDLER_CONTEXT + machine.interrupts.slot(s) * cpus + p.id);
    }

    private void touchInHandler(Processor p, Strand s, int word, int how) {
        if (footprint.canBeToldApart(word, how, 0)) {
            p.inOneStepSection = false;
        }
        boolean interruptible = p.interruptFlag || s.vector == MachineSetup.NMI;
        int manner = how | 1 << p.id | Footprint.HANDLER | (interruptible ? Footprint.INTERRUPTIBLE : 0);
        footprint.note(word, handler(p, s), s.id, manner, 0);
    }

    /** Books who touches the word from the bus: the device that moves, else the processor that made one act at once. */
    void touchFromBus(int word, int how) {
        if (device >= 0) {
            footprint.noteDevice(word, 1L << (FIRST_DEVICE_CONTEXT + device), how);
        } else {
            touch(word, how);
        }
    }

    /** Books what the page walker of {@code p} does unasked: a context of its own. */
    void touchUnasked(Processor p, int word, int how) {
        int manner = how | 1 << p.id | UNASKED;
        footprint.note(word, 1L << (FIRST_WALKER_CONTEXT + p.id), p.strand.id, manner, 0);
    }

    /** True if no other processor can tell when a store to the word reaches memory. */
    boolean unseen(int word) {
        return footprint.level(word) <= Footprint.LOCAL;
    }

    /**
     * A lock that is taken with interrupts off is its processor's until it is given back, whichever task does that; else it
     * is the task's. The section is one step to others only if they can't look at the lock itself.
     */
    void took(int lock) {
        Processor p = machine.now;
        p.inOneStepSection |= footprint.level(lock) == Footprint.SHARED && footprint.isLockOnly(lock);
        if (p.interruptFlag) {
            p.strand.locks |= footprint.lockBit(lock);
        } else {
            p.locks |= footprint.lockBit(lock);
        }
    }

    /** Whoever took the lock, and wherever: it may have been handed over, or its holder moved, meanwhile. */
    void gaveBack(int lock) {
        int others = ~footprint.lockBit(lock);
        for (Strand s : machine.strands) {
            s.locks &= others;
        }
        for (Processor p : machine.processors) {
            p.locks &= others;
        }
        machine.now.inOneStepSection = false;
    }
}
