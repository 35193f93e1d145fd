package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An entry is to go from none to {LP, H} by a 32-bit cmpxchg of the low half (ptep_cmpxchg of V12, fact S11.b), and
 * nobody ever stores the high one. The reader reads all 64 bits at once.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The old entry: none.")
@Outcome(
        id = "1, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Present with the upper bits of the frame cut off, and it stays so.")
@Outcome(id = "1, 2", expect = Expect.FORBIDDEN, desc = "The new entry, as it should be.")
@State
public class Entry_15_NarrowCas_ReadWhole extends Entry {
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
