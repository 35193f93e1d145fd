package dev.preemptcheck.hardware;

import org.jspecify.annotations.Nullable;

/**
 * Exceptions that an instruction raises: the kernel's handler runs through the gate that the kernel chose, on top of the
 * task or handler whose instruction it was and as a part of it (fact 2.2). Its return restores the interrupt flag.
 */
final class Traps {
    private static final int ENABLED = 1;
    private static final int FROM_USER = 1 << 1;

    private final Machine machine;
    private final Gate fpuGate;
    private final MachineSetup.@Nullable Body fpuHandler;

    Traps(Machine machine, MachineSetup setup) {
        this.machine = machine;
        this.fpuGate = setup.deviceNotAvailableGate();
        this.fpuHandler = setup.deviceNotAvailable();
    }

    /** #NM: an instruction of the FPU that found TS set; returns when the handler has. */
    void deviceNotAvailable(Processor p) {
        MachineSetup.Body body = fpuHandler;
        if (body == null) {
            p.strand.read(Op.FAULT, 0);
            machine.done(Op.FAULT, p.fpuRegister, 0);
            throw machine.bug("device-not-available", "");
        }
        enter(fpuGate, 0, p.fpuRegister, 1, cpu -> {
            body.run(cpu);
            machine.listener.fpuTrapLeft(machine.now.id, machine.now.strand.id);
            machine.endIfAsked();
        });
    }

    /**
     * Enters a handler and returns from it.
     *
     * @param code what the handler is told, below 256
     * @param register the processor's register that the exception concerns
     * @param value what that holds from now on, for traces
     */
    void enter(Gate gate, int code, int register, int value, MachineSetup.Body body) {
        Machine m = machine;
        Processor p = m.now;
        Strand s = p.strand;
        boolean user = s.user;
        boolean enabled = p.interruptFlag;
        s.user = false;
        p.interruptFlag &= gate == Gate.TRAP;
        m.ledger.touch(register, Footprint.WRITE | Footprint.DATA);
        s.push(s.kind, s.vector, (enabled ? ENABLED : 0) | (user ? FROM_USER : 0));
        s.read(Op.FAULT, code);
        m.done(Op.FAULT, register, value);
        tell(p, s, enabled);
        body.run(m.seen());
        leave(s, enabled);
        s.user = user;
    }

    /** The return from the handler, which may have come to another processor meanwhile. */
    private void leave(Strand s, boolean enabled) {
        Machine m = machine;
        m.checkAlive();
        if (m.buffers.present()) {
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
}
