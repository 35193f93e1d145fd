package dev.preemptcheck.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Message passing (litmus MP): the first processor stores the message, then the flag; the second loads the flag, then
 * the message. Store buffers are first in, first out, and loads stay in order, so x86 passes messages without a fence.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader came first.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The reader came in between.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The reader came last.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The flag without the message.")
@State
public class MessagePassing_01_Plain extends Litmus {
    @Actor
    @Override
    public void cpu0(II_Result r) {
        store(X, 1);
        store(Y, 1);
    }

    @Actor
    @Override
    public void cpu1(II_Result r) {
        r.r1 = load(Y);
        r.r2 = load(X);
    }
}
