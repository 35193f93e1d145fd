package dev.preemptcheck.hardware;

import java.util.List;

/** A device that is nothing but an interrupt line: it goes up and down by itself, and down when its port is written. */
final class LineDevice implements Device {
    static final int RAISE = 0;
    static final int DROP = 1;
    private static final int FIRST_PORT = 0x300;
    private static final List<String> MOVES = List.of("raise", "drop");

    private final Bus bus;
    private final int irq;
    private boolean high;

    LineDevice(Bus bus, int irq) {
        this.bus = bus;
        this.irq = irq;
    }

    /** The port that lets the line go. */
    static int port(int irq) {
        return FIRST_PORT + irq;
    }

    /** The line of such a port, -1 for others. */
    static int line(int port) {
        return port >= FIRST_PORT ? port - FIRST_PORT : -1;
    }

    @Override
    public String name() {
        return "line" + irq;
    }

    @Override
    public void reset() {
        high = false;
    }

    @Override
    public int moves() {
        return high ? 1 << DROP : 1 << RAISE;
    }

    @Override
    public int due() {
        return 0;
    }

    @Override
    public String moveName(int move) {
        return MOVES.get(move);
    }

    @Override
    public void move(int move) {
        drive(move == RAISE);
    }

    @Override
    public boolean decodes(int port) {
        return port == port(irq);
    }

    @Override
    public void out(int port, int bytes, int value) {
        drive(false);
    }

    private void drive(boolean level) {
        if (high != level) {
            high = level;
            bus.line(irq, level);
        }
    }

    @Override
    public long digest() {
        return high ? 1 : 0;
    }
}
