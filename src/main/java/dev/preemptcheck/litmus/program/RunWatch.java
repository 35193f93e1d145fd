package dev.preemptcheck.litmus.program;

import java.util.Arrays;

/**
 * What is noticed about runs beside their final states, outside the machine: no step depends on it.
 *
 * <p>A data race is a state in which two threads stand before accesses to one variable, one of them a store and one of them
 * plain (EXPLORATION H.1). Each thread says where it stands before the machine lets it wait there.
 */
public final class RunWatch {
    private static final int NOWHERE = 0;

    private final int[] addresses;
    private final boolean[] stores;
    private final boolean[] plain;
    private boolean raced;
    private boolean endless;
    private boolean wild;

    public RunWatch(int threads) {
        addresses = new int[threads];
        stores = new boolean[threads];
        plain = new boolean[threads];
    }

    /** A new run begins; races of earlier ones are remembered. */
    void begin() {
        Arrays.fill(addresses, NOWHERE);
        endless = false;
    }

    /** The thread stands before an access. */
    void stands(int thread, int address, boolean store, boolean marked) {
        addresses[thread] = address;
        stores[thread] = store;
        plain[thread] = !marked;
        for (int other = 0; other < addresses.length; other++) {
            raced |= other != thread && addresses[other] == address && conflict(thread, other);
        }
    }

    private boolean conflict(int one, int other) {
        return (stores[one] || stores[other]) && (plain[one] || plain[other]);
    }

    /** The thread's access is done. */
    void moved(int thread) {
        addresses[thread] = NOWHERE;
    }

    void loopedTooLong() {
        endless = true;
    }

    void usedWildAddress() {
        wild = true;
    }

    /** True if a plain access raced in any run so far. */
    public boolean raced() {
        return raced;
    }

    /** True if a thread was stopped in this run because its loop went on and on. */
    public boolean endless() {
        return endless;
    }

    /** True if a thread was stopped in any run so far because it used a number as an address. */
    public boolean wild() {
        return wild;
    }
}
