package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from none to {LP, H}: the writer stores all 64 bits at once, the reader reads all 64 bits at once (fact S11.d).
 * The change from {@link Entry_08_Whole_ReadHighFirst}: the reader. The only
 * pair that is clean for every transition.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The new entry.")
@Outcome(
        id = "0, 2",
        expect = Expect.FORBIDDEN,
        desc = "Torn: neither none nor present, taken for a swap entry that does not exist.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Torn: present with the upper bits of the frame cut off.")
@State
public class Entry_09_Whole_ReadWhole extends Entry {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        storeWhole();
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        report(r, loadWhole());
    }
}
