package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes to the processors of a {@link BruteForce} state from outside, their own timers apart: messages of one vector, of which
 * a target keeps one in service and one requested, and NMIs, which don't nest (fact 2.2).
 */
final class Messages {
    private static final int REQUESTED = 1;
    private static final int IN_SERVICE = 2;
    private static final int IN_NMI = 4;

    private final Program program;
    private final MicroCode code;
    private final Layout layout;

    Messages(Program program, MicroCode code, Layout layout) {
        this.program = program;
        this.code = code;
        this.layout = layout;
    }

    /** True while the last message of {@code cpu} has not arrived everywhere. */
    boolean sending(byte[] s, int cpu) {
        return s[layout.underWay(cpu)] != 0;
    }

    void send(byte[] s, int cpu, int targets) {
        s[layout.underWay(cpu)] = (byte) targets;
    }

    void endOfInterrupt(byte[] s, int cpu) {
        s[layout.latches(cpu)] &= ~IN_SERVICE;
    }

    /** The states in which a message has arrived at {@code target}, which may have an interrupt to take then. */
    List<byte[]> arrivals(byte[] s, int target) {
        List<byte[]> all = new ArrayList<>();
        for (int sender = 0; sender < program.cpus(); sender++) {
            if ((s[layout.underWay(sender)] & 1 << target) != 0) {
                byte[] next = s.clone();
                next[layout.underWay(sender)] &= (byte) ~(1 << target);
                next[layout.latches(target)] |= REQUESTED;
                all.add(next);
            }
        }
        return all;
    }

    /** Takes the message that {@code cpu} has to take before its next access, if there is one. */
    boolean take(byte[] s, int cpu) {
        int latches = layout.latches(cpu);
        if (!layout.enabled(s, cpu) || (s[latches] & (REQUESTED | IN_SERVICE)) != REQUESTED) {
            return false;
        }
        s[latches] ^= REQUESTED | IN_SERVICE;
        layout.enter(s, cpu, code.handlerStart(MicroCode.MESSAGE));
        return true;
    }

    boolean mayNmi(byte[] s, int cpu) {
        return !program.nmis().isEmpty() && (s[layout.latches(cpu)] & IN_NMI) == 0;
    }

    void takeNmi(byte[] s, int cpu) {
        s[layout.latches(cpu)] |= IN_NMI;
        layout.enter(s, cpu, code.handlerStart(MicroCode.NMI));
    }

    /** The return from any handler lets the next NMI in. */
    void returned(byte[] s, int cpu) {
        s[layout.latches(cpu)] &= ~IN_NMI;
    }
}
