package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link TwoPlusTwoWrites_01_Plain}, with a fence between the accesses of each processor. Which x86 does not need:
 * the set stays the same.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The first processor ran last.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The second processor ran last.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "The later stores came last.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "The earlier stores came last.")
@State
public class TwoPlusTwoWrites_02_Fenced extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
        fence();
        store(Y, 2);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        store(Y, 1);
        fence();
        store(X, 2);
    }

    @Arbiter
    @Override
    public void end(II_Result r) {
        r.r1 = load(X);
        r.r2 = load(Y);
    }
}
