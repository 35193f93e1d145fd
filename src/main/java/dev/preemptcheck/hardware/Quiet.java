package dev.preemptcheck.hardware;

/** Always carries on; where the processor that moved last can't, the lowest that can goes on. */
public final class Quiet implements Arbiter {
    public static final Quiet INSTANCE = new Quiet();

    private Quiet() {}

    @Override
    public int choose(Machine machine) {
        return machine.moves().defaultAgent();
    }

    @Override
    public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
        return preferred;
    }
}
