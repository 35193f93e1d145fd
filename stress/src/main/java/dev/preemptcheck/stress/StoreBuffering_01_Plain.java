package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Store buffering (litmus SB): each processor stores to its word, then loads the other's. With nothing between the two,
 * a processor may load before its own store has left its store buffer: the one thing that x86-TSO adds to SC (Owens,
 * Sarkar, Sewell, "A better x86 memory model: x86-TSO", 2009, section 2).
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first ran before the second.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second ran before the first.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both stores came before either load.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both loads overtook the stores: TSO, not SC.")
@State
public class StoreBuffering_01_Plain extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
        r.r1 = load(Y);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        store(Y, 1);
        r.r2 = load(X);
    }
}
