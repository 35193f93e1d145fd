package dev.preemptcheck.hardware.interrupt;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * The two cascaded 8259s of a PC as one controller of 16 lines: "XT-PIC" in {@code /proc/interrupts} (fact 2.2).
 *
 * <p>Priority is fixed: 0, 1, 8 to 15, 3 to 7; the second chip asks through line {@value #CASCADE} of the first. A
 * line in service blocks itself and all behind it in this order until it is ended; as the first chip is not in special
 * fully nested mode, one line in service of the second chip blocks all of them.
 *
 * <p>A line is edge- or level-triggered. An edge sets the request latch, of which there is one per line: a second edge
 * meanwhile is merged. A level-triggered line asks as long as it is high. Either way the line has to stay high until
 * the processor acknowledges; if it drops before, the request is gone, and a processor that had already begun to answer
 * is given a spurious {@value #SPURIOUS} or {@value #SPURIOUS_SLAVE} that is not in service (data sheet of the
 * 8259A). For that moment see {@link #withdrawn()}.
 *
 * <p>Linux masks and ends a line as soon as it was acknowledged and unmasks it after its handler ({@link #maskAndAck}).
 * Modelled from the end of Linux's initialisation on: no automatic end of interrupt, no rotation, no polling.
 */
public final class Pic8259 {
    /** The line of the first chip that the second one asks through; no device may use it. */
    public static final int CASCADE = 2;
    /** What the processor is given if the request that it answers is gone. */
    public static final int SPURIOUS = 7;
    /** The same, if the request came from the second chip: {@link #CASCADE} is in service then, this line is not. */
    public static final int SPURIOUS_SLAVE = 15;

    /** Number of lines, the cascade included. */
    public static final int LINES = 16;

    private static final int MASTER_COMMAND = 0x20;
    private static final int MASTER_MASK = 0x21;
    private static final int SLAVE_COMMAND = 0xA0;
    private static final int SLAVE_MASK = 0xA1;
    private static final int READ_REQUESTS = 0x0A;
    private static final int READ_IN_SERVICE = 0x0B;
    private static final int END = 0x20;
    private static final int END_OF_LINE = 0x60;
    private static final int NEVER_LEVEL = 1 | 1 << 1 | 1 << CASCADE | 1 << 8 | 1 << 13;
    private static final int NONE = -1;
    private static final long MODES = 0xA24BAED4963EE407L;

    private final int levelTriggered;
    /** Lines that are high now. */
    private int high;
    /** Edges that no acknowledgement has consumed, of lines that are still high. */
    private int latched;

    private int inService;
    private int masked;
    /** Chips, a bit each, whose command port reads the in-service register instead of the requests. */
    private int readsInService;

    private int withdrawn;
    private int presented;

    /**
     * @param levelTriggered lines that ask as long as they are high, a bit each, as in the ELCR of the chip set: never
     *     0, 1, 2, 8 and 13
     */
    public Pic8259(int levelTriggered) {
        if ((levelTriggered & (NEVER_LEVEL | ~0xFFFF)) != 0) {
            throw new IllegalArgumentException(
                    "lines 0, 1, 2, 8 and 13 are edge-triggered on every board, and there are " + LINES + ": 0x"
                            + Integer.toHexString(levelTriggered));
        }
        this.levelTriggered = levelTriggered;
        reset();
    }

    /** As Linux leaves its initialisation: all lines low, all but the cascade masked, nothing in service. */
    public void reset() {
        high = 0;
        latched = 0;
        inService = 0;
        masked = 0xFFFF & ~(1 << CASCADE);
        readsInService = 0;
        withdrawn = NONE;
        presented = NONE;
    }

    // ---- lines

    /** The device on {@code irq} drives its line high or low. A pulse that is over before the line is unmasked is lost. */
    public void line(int irq, boolean level) {
        int bit = deviceBit(irq);
        if (level) {
            latched |= bit & ~high & ~levelTriggered;
            high |= bit;
        } else {
            high &= ~bit;
            latched &= ~bit;
        }
        settlePriority();
    }

    /** An edge of a source that keeps its line high, as the 8254 timer does: down and up again in one step. */
    public void edge(int irq) {
        int bit = deviceBit(irq);
        latched |= bit & ~levelTriggered;
        high |= bit;
        settlePriority();
    }

    // ---- the processor's side

    /** The line that the processor would be given if it answered now, -1 if none asks. */
    public int presented() {
        return presented;
    }

    /**
     * The spurious line that a processor gets which began to answer just before the last request dropped: 7, 15, or -1 if
     * none can be under way. With IF=1 it is a choice whether the processor had begun: {@link #acknowledge()} says yes,
     * {@link #unanswered()} says no. With IF=0 it never had.
     */
    public int withdrawn() {
        return withdrawn;
    }

    /** The processor has gone on without answering the request that dropped. */
    public void unanswered() {
        withdrawn = NONE;
    }

    /**
     * The processor answers: the line it is given, which is in service from now on. With no request left that is the
     * spurious line of the chip that last asked, and only the cascade is in service for it.
     */
    public int acknowledge() {
        int irq = presented;
        if (irq == NONE) {
            irq = withdrawn == SPURIOUS_SLAVE ? SPURIOUS_SLAVE : SPURIOUS;
            inService |= irq == SPURIOUS_SLAVE ? 1 << CASCADE : 0;
        } else {
            inService |= irq < 8 ? 1 << irq : 1 << irq | 1 << CASCADE;
            latched &= ~(1 << irq);
        }
        presented = best();
        withdrawn = NONE;
        return irq;
    }

    // ---- the kernel's side

    /** What Linux does first in an interrupt: masks the line, then ends it, so that others may interrupt its handler. */
    public void maskAndAck(int irq) {
        mask(irq);
        endOfInterrupt(irq);
    }

    public void mask(int irq) {
        masked |= lineBit(irq);
        settlePriority();
    }

    public void unmask(int irq) {
        masked &= ~lineBit(irq);
        settlePriority();
    }

    /** Specific end of interrupt; for lines of the second chip also that of the cascade. No effect if not in service. */
    public void endOfInterrupt(int irq) {
        int bit = lineBit(irq);
        inService &= ~(irq < 8 ? bit : bit | 1 << CASCADE);
        settlePriority();
    }

    /**
     * Reads a byte from one of the ports 0x20, 0x21, 0xA0, 0xA1.
     *
     * @throws IllegalArgumentException if the port is none of these
     */
    public int in(int port) {
        int chip = chip(port);
        int shift = 8 * chip;
        if (port == MASTER_MASK || port == SLAVE_MASK) {
            return masked >>> shift & 0xFF;
        }
        boolean serviceWanted = (readsInService & 1 << chip) != 0;
        return (serviceWanted ? inService : requests() | (asks(slaveBest()) ? 1 << CASCADE : 0)) >>> shift & 0xFF;
    }

    /**
     * Writes a byte to one of these ports: a mask, the end of an interrupt (specific or not), or which register the command
     * port reads.
     *
     * @throws IllegalArgumentException for other ports, and for commands that Linux gives only while it initialises
     */
    public void out(int port, int value) {
        int chip = chip(port);
        int shift = 8 * chip;
        if (port == MASTER_MASK || port == SLAVE_MASK) {
            masked = (masked & ~(0xFF << shift)) | (value & 0xFF) << shift;
        } else if (value == READ_REQUESTS || value == READ_IN_SERVICE) {
            readsInService = (readsInService & ~(1 << chip)) | (value & 1) << chip;
        } else if (value == END) {
            int ofChip = inService & 0xFF << shift;
            inService &= ~Integer.lowestOneBit(ofChip);
        } else if ((value & ~7) == END_OF_LINE) {
            inService &= ~(1 << (value & 7) << shift);
        } else {
            throw new IllegalArgumentException("the 8259 at port 0x" + Integer.toHexString(port)
                    + " is modelled after its initialisation only: command 0x" + Integer.toHexString(value));
        }
        settlePriority();
    }

    // ---- state

    /** Digest of everything above, in one mixing round. */
    public long digest() {
        long lines = (long) latched << 48 | (long) inService << 32 | (long) high << 16 | masked;
        return Hash.mix(lines) + MODES * (readsInService | (withdrawn + 1) << 2);
    }

    private void settlePriority() {
        int before = presented;
        presented = best();
        if (presented != NONE) {
            withdrawn = NONE;
        } else if (before != NONE) {
            withdrawn = before < 8 ? SPURIOUS : SPURIOUS_SLAVE;
        }
    }

    private int best() {
        int slave = slaveBest();
        int asking = (requests() | (asks(slave) ? 1 << CASCADE : 0)) & 0xFF;
        int master = first(asking & ~masked, inService & 0xFF);
        return master == CASCADE ? slave : master;
    }

    private int slaveBest() {
        int irq = first((requests() & ~masked) >>> 8, inService >>> 8);
        return asks(irq) ? irq + 8 : NONE;
    }

    /** The lowest bit of {@code asking} that lies below all bits of {@code serving}. */
    private static int first(int asking, int serving) {
        int unblocked = asking & (Integer.lowestOneBit(serving) - 1);
        return unblocked == 0 ? NONE : Integer.numberOfTrailingZeros(unblocked);
    }

    private static boolean asks(int irq) {
        return irq != NONE;
    }

    private int requests() {
        return latched | (high & levelTriggered);
    }

    private static int lineBit(int irq) {
        if (irq < 0 || irq >= LINES) {
            throw new IllegalArgumentException("the two 8259s have lines 0 to 15: " + irq);
        }
        return 1 << irq;
    }

    private static int deviceBit(int irq) {
        if (irq == CASCADE) {
            throw new IllegalArgumentException("line 2 is the cascade: no device can drive it");
        }
        return lineBit(irq);
    }

    /** 0 or 1. */
    private static int chip(int port) {
        return switch (port) {
            case MASTER_COMMAND, MASTER_MASK -> 0;
            case SLAVE_COMMAND, SLAVE_MASK -> 1;
            default -> throw new IllegalArgumentException("no 8259 answers at port 0x" + Integer.toHexString(port));
        };
    }
}
