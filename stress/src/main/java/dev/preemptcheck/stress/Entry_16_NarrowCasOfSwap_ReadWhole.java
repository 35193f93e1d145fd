package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link Entry_15_NarrowCas_ReadWhole}, from {0, S}: the low half compares equal and is stored, and the caller, who
 * compares 32 bits of result with 64 of what was expected, takes it for a failure.
 */
@JCStressTest
@Outcome(id = "0, 4", expect = Expect.ACCEPTABLE, desc = "The old entry: swapped out.")
@Outcome(
        id = "1, 4",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Present, with the place in the swap file for the upper bits of the frame.")
@Outcome(id = "1, 2", expect = Expect.FORBIDDEN, desc = "The new entry, as it should be.")
@State
public class Entry_16_NarrowCasOfSwap_ReadWhole extends Entry {
    public Entry_16_NarrowCasOfSwap_ReadWhole() {
        super(SWAP);
    }

    @Actor
    @Override
    public void cpu0(II_Result r) {
        compareExchange(LOW, 0, LP);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        report(r, loadWhole());
    }
}
