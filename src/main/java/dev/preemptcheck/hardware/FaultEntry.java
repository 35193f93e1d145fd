package dev.preemptcheck.hardware;

import org.jspecify.annotations.Nullable;

/**
 * Page faults: CR2 is set, then the kernel's handler runs through the gate that the kernel chose, on top of the task or
 * handler whose access was refused and as a part of it (fact 2.2). Its return restores the interrupt flag.
 */
final class FaultEntry {
    private static final int ENABLED = 1 << 8;
    private static final int FROM_USER = 1 << 9;

    private final Machine machine;
    private final Gate gate;
    private final MachineSetup.@Nullable FaultBody handler;

    FaultEntry(Machine machine, Gate gate, MachineSetup.@Nullable FaultBody handler) {
        this.machine = machine;
        this.gate = gate;
        this.handler = handler;
    }

    /** The access that was just refused; returns when the handler has. The word and its contents are why it was refused. */
    void enter(int op, int address, int code, int word, int contents) {
        Machine m = machine;
        Processor p = m.now;
        Strand s = p.strand;
        MachineSetup.FaultBody body = handler;
        if (body == null) {
            s.read(op, 0);
            m.done(op, word, contents);
            throw m.bug("paging-request", "");
        }
        boolean user = s.user;
        boolean enabled = p.interruptFlag;
        s.user = false;
        p.cr2 = address;
        p.interruptFlag &= gate == Gate.TRAP;
        m.ledger.touch(p.cr2Register, Footprint.WRITE | Footprint.DATA);
        s.push(s.kind, s.vector);
        s.read(Op.FAULT, code | (enabled ? ENABLED : 0) | (user ? FROM_USER : 0));
        m.done(Op.FAULT, p.cr2Register, address);
        tell(p, s, enabled);
        body.run(m.cpu(), code);
        leave(s, enabled);
        s.user = user;
    }

    /** The return from the handler, which may have come to another processor meanwhile. */
    private void leave(Strand s, boolean enabled) {
        Machine m = machine;
        m.checkAlive();
        if (m.buffered()) {
            m.cpu().fence(); // iret serialises
        }
        if (m.now.interruptFlag && !enabled) {
            m.cpu().cli();
        }
        s.pop();
        m.interrupts.returned(m.now);
        boolean before = m.now.interruptFlag;
        m.now.interruptFlag = enabled;
        tell(m.now, s, before);
    }

    private void tell(Processor p, Strand s, boolean before) {
        if (p.interruptFlag != before) {
            machine.listener.interruptFlag(p.id, s.id, p.interruptFlag);
        }
        machine.endIfAsked();
    }

    /** How far a fault on {@code p} can be told apart: it closes a window at least, or ends the run. */
    int level(Footprint known, Processor p) {
        return handler == null ? Footprint.SHARED : Math.max(Footprint.LOCAL, known.level(p.cr2Register));
    }
}
