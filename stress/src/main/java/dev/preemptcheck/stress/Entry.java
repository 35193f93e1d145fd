package dev.preemptcheck.stress;

import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A PAE page-table entry: 64 bits that code reaches as a whole or as a low and a high half (facts 2.6 and S11). It starts
 * as none, if a lesson says nothing else.
 */
abstract class Entry extends Litmus {
    /** The low half of a present entry. */
    static final int LP = 1;
    /** The high half of a present entry: the frame's upper bits. */
    static final int H = 2;
    /** The high half of a swap entry, whose low half is 0. */
    static final int S = 4;

    static final long NONE = 0;
    static final long PRESENT = entry(LP, H);
    static final long SWAP = entry(0, S);

    static final int LOW = X;
    static final int HIGH = X + 4;

    Entry() {}

    Entry(long first) {
        super(first);
    }

    static long entry(int low, int high) {
        return (long) high << 32 | low;
    }

    final void storeLow() {
        store(LOW, LP);
    }

    final void storeHigh() {
        store(HIGH, H);
    }

    final void storeWhole() {
        storeWhole(LOW, PRESENT);
    }

    final int loadLow() {
        return load(LOW);
    }

    final int loadHigh() {
        return load(HIGH);
    }

    final long loadWhole() {
        return loadWhole(LOW);
    }

    /** Says that the reader got {@code entry}. */
    static void report(II_Result r, long entry) {
        r.r1 = (int) entry;
        r.r2 = (int) (entry >>> 32);
    }
}
