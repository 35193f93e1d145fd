package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from none to {LP, H}: the writer stores the high half, then the low one (set_pte of 2.6.9), the reader reads all 64 bits at once (fact S11.d).
 * The change from {@link Entry_02_HighFirst_ReadHighFirst}: the reader.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "0, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: neither none nor present, taken for a swap entry that does not exist.")
@State
public class Entry_03_HighFirst_ReadWhole extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        storeHigh();
        storeLow();
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        report(r, loadWhole());
    }
}
