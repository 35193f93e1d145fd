package dev.preemptcheck.hardware;

/** A device without state that never moves by itself, at one port; tests add what it does when it is accessed. */
public abstract class StillDevice implements Device {
    public static final int PORT = 0x300;

    @Override
    public final String name() {
        return "still";
    }

    @Override
    public void reset() {
        // has no state
    }

    @Override
    public final int moves() {
        return 0;
    }

    @Override
    public final int due() {
        return 0;
    }

    @Override
    public final String moveName(int move) {
        return "none";
    }

    @Override
    public final void move(int move) {
        throw new IllegalStateException("it never moves");
    }

    @Override
    public final boolean decodes(int port) {
        return port == PORT;
    }

    @Override
    public long digest() {
        return 0;
    }
}
