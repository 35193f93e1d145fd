package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link CoherentReads_01_Plain}, with a fence between the accesses of the second processor. x86 needs none: the set
 * stays the same.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader came first.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The store came in between.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The store came first.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The store was seen, then not.")
@State
public class CoherentReads_02_Fenced extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = load(X);
        fence();
        r.r2 = load(X);
    }
}
