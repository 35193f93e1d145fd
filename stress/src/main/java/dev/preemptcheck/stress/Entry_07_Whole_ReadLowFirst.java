package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from none to {LP, H}: the writer stores all 64 bits at once, the reader reads the low half, then the high one (fact S11.d).
 * The change from {@link Entry_06_LowFirst_ReadWhole}: the writer; the readers start over.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "0, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: neither none nor present, taken for a swap entry that does not exist.")
@State
public class Entry_07_Whole_ReadLowFirst extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        storeWhole();
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = loadLow();
        r.r2 = loadHigh();
    }
}
