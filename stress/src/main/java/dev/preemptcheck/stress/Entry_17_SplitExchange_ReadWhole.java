package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry goes from {LP, H} to {0, S} by an exchange of the low half, then a store of the high one (ptep_xchg_flush of
 * V12, fact S11.b). The reader reads all 64 bits at once.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The old entry.")
@Outcome(id = "0, 4", expect = Expect.ACCEPTABLE, desc = "The new entry: swapped out.")
@Outcome(id = "0, 2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Torn: a swap entry that does not exist.")
@State
public class Entry_17_SplitExchange_ReadWhole extends Entry {
    public Entry_17_SplitExchange_ReadWhole() {
        super(PRESENT);
    }

    @Actor
    @Override
    public void cpu0(II_Result r) {
        exchange(LOW, 0);
        store(HIGH, S);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        report(r, loadWhole());
    }
}
