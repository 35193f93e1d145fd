package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from none to {LP, H}: the writer stores the low half, then the high one, the reader reads the high half, then the low one (fact S11.d).
 * The change from {@link Entry_04_LowFirst_ReadLowFirst}: the reader.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "1, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: present with the upper bits of the frame cut off.")
@State
public class Entry_05_LowFirst_ReadHighFirst extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        storeLow();
        storeHigh();
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r2 = loadHigh();
        r.r1 = loadLow();
    }
}
