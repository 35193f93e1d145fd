package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link StoreBuffering_01_Plain}, with a fence between the accesses of each processor. A processor loads only when
 * its store has left its store buffer.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first ran before the second.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second ran before the first.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both stores came before either load.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both loads overtook the stores, fences and all.")
@State
public class StoreBuffering_02_Fenced extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
        fence();
        r.r1 = load(Y);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        store(Y, 1);
        fence();
        r.r2 = load(X);
    }
}
