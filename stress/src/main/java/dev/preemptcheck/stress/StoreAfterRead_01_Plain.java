package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A load and a store against two stores (litmus S): the first processor stores to both words; the second loads the
 * later of the two, then stores to the earlier. The outcome is what was loaded, and what X holds in the end.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second loaded early, and its store came last.")
@Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "The second loaded early, and the first's store came last.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The first ran first.")
@Outcome(
        id = "1, 2",
        expect = Expect.FORBIDDEN,
        desc = "The second saw the first's later store, and yet its own came before the earlier one.")
@State
public class StoreAfterRead_01_Plain extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 2);
        store(Y, 1);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = load(Y);
        store(X, 1);
    }

    @Arbiter
    @Override
    public void end(II_Result r) {
        r.r2 = load(X);
    }
}
