package dev.preemptcheck.hardware;

import org.jspecify.annotations.Nullable;

/**
 * Page faults: CR2 is set, then the kernel's handler runs through the gate that the kernel chose (fact 2.2).
 */
final class FaultEntry {
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
        p.cr2 = address;
        m.traps.enter(gate, code, p.cr2Register, address, cpu -> {
            m.listener.faulted(p.id, s.id, address);
            body.run(cpu, code);
            m.listener.faultLeft(m.now.id, s.id);
        });
    }

    /** How far a fault on {@code p} can be told apart: it closes a window at least, or ends the run. */
    int level(Footprint known, Processor p) {
        return handler == null ? Footprint.SHARED : Math.max(Footprint.LOCAL, known.level(p.cr2Register));
    }
}
