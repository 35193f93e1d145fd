package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Store buffering (litmus SB): each CPU stores to its word, then loads the other's. With nothing between the two, a CPU
 * may load before its own store has left its store buffer (Owens, Sarkar, Sewell, "A better x86 memory model:
 * x86-TSO", 2009, section 2, example SB).
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first CPU ran before the second.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second CPU ran before the first.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both stores were visible before either load.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both loads overtook the stores: TSO, not SC.")
@State
public class StoreBuffering_01_Plain {
    private int x;
    private int y;

    @Actor
    public void cpu0(II_Result r) {
        x = 1;
        r.r1 = y;
    }

    @Actor
    public void cpu1(II_Result r) {
        y = 1;
        r.r2 = x;
    }
}
