package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryAccess;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A litmus test for two processors: what each does, written once. JCStress runs it on the host, as it is; the model gives
 * it a modelled processor instead ({@link #on}) and runs it through every interleaving and every order in which stores
 * reach memory.
 *
 * <p>Words are 0 at first, if a test says nothing else. Names and programs are those of Alglave, Maranget, Tautschnig, "Herding cats", TOPLAS 2014.
 */
public abstract class Litmus {
    /** Two words, far from each other, each the low half of an aligned pair. */
    static final int X = Memory.KERNEL_DATA;

    static final int Y = X + 8;

    private final long first;
    private MemoryAccess cpu;

    Litmus() {
        this(0);
    }

    /** A test that starts with so much in X, low half, and the word behind it, high half. */
    Litmus(long first) {
        this.first = first;
        this.cpu = new LitmusCpu(first);
    }

    /** What the first processor does. */
    public abstract void cpu0(II_Result r);

    /** What the second processor does. */
    public abstract void cpu1(II_Result r);

    /** What is looked at when both are through. */
    public void end(II_Result r) {}

    /** What X and the word behind it hold at first. */
    final long first() {
        return first;
    }

    /** From here on runs there. */
    final void on(MemoryAccess other) {
        cpu = other;
    }

    final int load(int address) {
        return cpu.load(address);
    }

    final void store(int address, int value) {
        cpu.store(address, value);
    }

    final long loadWhole(int address) {
        return cpu.loadWhole(address);
    }

    final void storeWhole(int address, long value) {
        cpu.storeWhole(address, value);
    }

    final int exchange(int address, int value) {
        return cpu.exchange(address, value);
    }

    final int compareExchange(int address, int expected, int fresh) {
        return cpu.compareExchange(address, expected, fresh);
    }

    final long compareExchange8(int address, long expected, long fresh) {
        return cpu.compareExchange8(address, expected, fresh);
    }

    final void fence() {
        cpu.fence();
    }
}
