package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import dev.preemptcheck.hardware.interrupt.ApicBus;
import dev.preemptcheck.hardware.interrupt.LocalApic;
import dev.preemptcheck.hardware.interrupt.Pic8259;
import dev.preemptcheck.hardware.interrupt.Vector;
import org.jspecify.annotations.Nullable;

/**
 * How interrupts get from controllers into processors: NMI first, then, if the flag allows, the local APIC's vector, then
 * the 8259s' line, which go to processor 0.
 *
 * <p>A processor takes what is presented to it before its next step; when something is presented is the explorer's
 * choice. All handlers are entered through interrupt gates, on the kernel stack of whom they interrupt.
 */
final class Interrupts {
    private static final int LINES = -3;
    private static final Processor[] NOBODY = {};

    private final Machine machine;
    private final MachineSetup.@Nullable Body[] entries;
    /** Which of the handlers a vector belongs to, for who touches what. */
    private final int[] slots;

    private final int[] externals;
    private final boolean timerMasked;
    private final boolean acknowledgedTimer;
    private final Pic8259 pic;
    private final ApicBus bus;
    private final boolean asynchronous;
    private boolean programmed;
    /** Lines that a port access has raised and that have not reached the 8259s, a bit each. */
    private int rising;

    Interrupts(Machine machine, MachineSetup setup) {
        this.machine = machine;
        this.entries = setup.entries();
        this.slots = new int[entries.length];
        int handlers = 0;
        for (int i = 0; i < entries.length; i++) {
            slots[i] = entries[i] == null ? 0 : handlers++;
        }
        int cpus = machine.processors.length;
        boolean more = handlers > 1 + setup.externals().length || setup.speculativeFills();
        if (handlers * cpus > Ledger.HANDLER_CONTEXTS || (more && cpus > ApicBus.CPUS_MAX)) {
            throw new IllegalArgumentException(handlers + " interrupt handlers can't be modelled with " + cpus
                    + " processors: more than the timer's needs " + ApicBus.CPUS_MAX + " at most, and handlers times"
                    + " processors are " + Ledger.HANDLER_CONTEXTS + " at most");
        }
        this.acknowledgedTimer = setup.acknowledgedTimer();
        this.pic = setup.pic();
        LocalApic[] apics = new LocalApic[Math.min(cpus, ApicBus.CPUS_MAX)];
        for (int i = 0; i < apics.length; i++) {
            apics[i] = machine.processors[i].apic;
        }
        this.bus = new ApicBus(apics);
        this.externals = setup.externals();
        this.timerMasked = setup.timerMasked();
        this.asynchronous = handlers > 1 + externals.length;
    }

    void reset() {
        pic.reset();
        bus.reset();
        programmed = false;
        rising = 0;
    }

    /** True if more can interrupt a processor than its own timer. */
    boolean asynchronous() {
        return asynchronous;
    }

    // ---- taking

    /** Something about what is presented to {@code p} may have changed. */
    void settle(Processor p) {
        p.alert = p.timerPending || p.nmi.presented() || p.apic.presented() >= 0 || (p.id == 0 && pic.presented() >= 0);
    }

    /** True if the processor takes an interrupt before its next step, {@code op}. */
    boolean takes(Processor p, int op) {
        return !Op.isTail(op) && p.betweenInstructions() && (p.nmi.presented() || (p.interruptFlag && asks(p)));
    }

    private boolean asks(Processor p) {
        return p.timerPending || p.apic.presented() >= 0 || (p.id == 0 && pic.presented() >= 0);
    }

    /** The processor takes what is presented to it, and comes back from it; on its strand. */
    void take(Processor p) {
        int vector;
        if (p.nmi.presented()) {
            p.nmi.accept();
            vector = MachineSetup.NMI;
        } else if (p.timerPending) {
            vector = timerOrExternal();
            p.timerPending = false;
        } else if (p.apic.presented() >= 0) {
            vector = p.apic.accept();
        } else {
            vector = Vector.FIRST + pic.acknowledge();
        }
        settle(p);
        enter(p, vector);
    }

    private int timerOrExternal() {
        int which = externals.length == 0 ? 0 : machine.answer(externals.length + 1);
        return which == 0 ? Vector.LOCAL_TIMER : externals[which - 1];
    }

    private void enter(Processor p, int vector) {
        Machine m = machine;
        Strand s = p.strand;
        MachineSetup.Body entry = entries[vector];
        if (entry == null) {
            throw new IllegalStateException("the kernel has no handler for " + MachineSetup.vectorName(vector)
                    + ", which processor " + p.id + " takes on top of " + s.name);
        }
        boolean flag = p.interruptFlag;
        p.interruptFlag = false;
        s.push(Strand.HANDLER, vector, flag ? 1 : 0);
        s.interrupts++;
        m.listener.handlerEntered(p.id, s.id, m.countOn(p.id));
        entry.run(m.seen());
        m.returnFromInterrupt(flag);
        returned(m.now);
    }

    /** An {@code iret}, of whatever handler, lets the next NMI in. */
    void returned(Processor p) {
        p.nmi.interruptReturn();
        settle(p);
    }

    /** The place among the handlers of the one that runs on top of {@code s}. */
    int slot(Strand s) {
        return slots[s.vector];
    }

    // ---- what may come

    /** Processors that would take a timer interrupt at once if it came now, a bit each. */
    int timers() {
        int mask = 0;
        for (Processor p : timerMasked ? NOBODY : machine.processors) {
            boolean free = acknowledgedTimer ? p.apic.wouldPresent(Vector.LOCAL_TIMER) : !p.timerPending;
            if (p.interruptFlag && free && mayTake(p)) {
                mask |= 1 << p.id;
            }
        }
        return mask;
    }

    private static boolean mayTake(Processor p) {
        return p.betweenInstructions() && !Op.isTail(p.strand.op);
    }

    /** The timer of {@code p} has counted down. */
    void timer(Processor p) {
        if (acknowledgedTimer) {
            p.apic.timer();
        } else {
            p.timerPending = true;
        }
        settle(p);
    }

    /** True if {@code p} would take an NMI at once. */
    boolean mayNmi(Processor p) {
        return entries[MachineSetup.NMI] != null && !p.nmi.blocked() && !p.nmi.presented() && mayTake(p);
    }

    void nmi(Processor p) {
        p.nmi.raise();
        settle(p);
    }

    // ---- messages and lines

    boolean sending(int cpu) {
        return bus.busy(cpu);
    }

    void send(int cpu, int targets, int vector) {
        bus.send(cpu, targets, vector);
    }

    /** Processors that the message of {@code sender} has not reached, a bit each. */
    int underWay(int sender) {
        return sender < ApicBus.CPUS_MAX ? bus.arrivals(sender) : 0; // a machine with more has no messages
    }

    void arrive(int sender, int target) {
        bus.arrive(sender, target);
        settle(machine.processors[target]);
    }

    /** A device drives its line as a move of its own, which is chosen: it arrives at once. */
    void line(int irq, boolean level) {
        pic.line(irq, level);
        pic.unanswered();
        settle(machine.processors[0]);
    }

    /**
     * A device drives its line while a processor accesses it. What goes up takes its time, and when it arrives is a choice;
     * a line that goes down before has been up all the same.
     */
    void lineByAccess(int irq, boolean level) {
        if (level) {
            rising |= 1 << irq;
        } else {
            if ((rising & 1 << irq) != 0) {
                arrive(irq);
            }
            line(irq, false);
        }
    }

    /** Lines that may arrive, a bit each. */
    int rising() {
        return rising;
    }

    /** One of them reaches the 8259s. */
    void arrive(int irq) {
        rising &= ~(1 << irq);
        line(irq, true);
    }

    boolean decodes(int port) {
        return (port & ~0x81) == 0x20;
    }

    int in(int port) {
        return pic.in(port);
    }

    void out(int port, int value) {
        programmed = true;
        pic.out(port, value);
        settle(machine.processors[0]);
    }

    void endOfInterrupt(Processor p) {
        p.apic.endOfInterrupt();
        settle(p);
    }

    long digest() {
        return asynchronous || programmed ? pic.digest() + 3 * bus.digest() + Hash.at(LINES, rising) : 0;
    }
}
