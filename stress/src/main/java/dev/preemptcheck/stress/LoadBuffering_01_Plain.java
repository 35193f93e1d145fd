package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Load buffering (litmus LB): each processor loads its word, then stores to the other's. A store never reaches memory
 * before an earlier load has got its value.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Both loads came first.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first ran before the second.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second ran before the first.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both stores overtook the loads.")
@State
public class LoadBuffering_01_Plain extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        r.r1 = load(X);
        store(Y, 1);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r2 = load(Y);
        store(X, 1);
    }
}
