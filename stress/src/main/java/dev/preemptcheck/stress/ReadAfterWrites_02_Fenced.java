package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link ReadAfterWrites_01_Plain}, with a fence between the accesses of each processor. The load waits for the
 * store before it.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second ran first, or its store came before the first's.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The second's store came before the first's, its load after.")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The first ran first.")
@Outcome(id = "0, 2", expect = Expect.FORBIDDEN, desc = "The load overtook the second's own store, fence and all.")
@State
public class ReadAfterWrites_02_Fenced extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
        fence();
        store(Y, 1);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        store(Y, 2);
        fence();
        r.r1 = load(X);
    }

    @Arbiter
    @Override
    public void end(II_Result r) {
        r.r2 = load(Y);
    }
}
