package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link Entry_13_HighFirst_ReadByCas}, but the writer stores the low half first.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "1, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Torn: present with the upper bits of the frame cut off.")
@Outcome(
        id = "0, 2",
        expect = Expect.FORBIDDEN,
        desc = "Torn: neither none nor present, taken for a swap entry that does not exist.")
@State
public class Entry_14_LowFirst_ReadByCas extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        storeLow();
        storeHigh();
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        report(r, compareExchange8(LOW, NONE, NONE));
    }
}
