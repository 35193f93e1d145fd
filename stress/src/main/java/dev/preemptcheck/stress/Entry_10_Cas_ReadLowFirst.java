package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from none to {LP, H} by a locked cmpxchg8b (fact S11.d), the reader reads the low half, then the high
 * one. The change from {@link Entry_07_Whole_ReadLowFirst}: the writer. That it is indivisible does not help a reader
 * that is not.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "0, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: neither none nor present, taken for a swap entry that does not exist.")
@State
public class Entry_10_Cas_ReadLowFirst extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        compareExchange8(LOW, NONE, PRESENT);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = loadLow();
        r.r2 = loadHigh();
    }
}
