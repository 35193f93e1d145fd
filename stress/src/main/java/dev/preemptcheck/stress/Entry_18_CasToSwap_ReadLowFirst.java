package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link Entry_17_SplitExchange_ReadWhole}, by a locked cmpxchg8b; the reader reads the low half, then the high one.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The old entry.")
@Outcome(id = "0, 4", expect = Expect.ACCEPTABLE, desc = "The new entry: swapped out.")
@Outcome(
        id = "1, 4",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: present, with the place in the swap file for the upper bits of the frame.")
@State
public class Entry_18_CasToSwap_ReadLowFirst extends Entry {
    public Entry_18_CasToSwap_ReadLowFirst() {
        super(PRESENT);
    }

    @Actor
    @Override
    public void cpu0(II_Result r) {
        compareExchange8(LOW, PRESENT, SWAP);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = loadLow();
        r.r2 = loadHigh();
    }
}
