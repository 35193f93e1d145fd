package dev.preemptcheck.stress;

import dev.preemptcheck.kernel.asm.KmapVariant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The slot of an atomic mapping is tested, then set (HM-0 with HIGHMEM_DEBUG, fact S1.b): two tasks of one processor with
 * nothing to keep one off the slot while the other is between the two. Nobody unmaps, so a task that comes later must find
 * the slot busy.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The test caught task 1: the slot was busy.")
@Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "The test caught task 0: the slot was busy.")
@Outcome(
        id = "1, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Both passed the test; each read before the other overwrote its mapping, or after its own.")
@Outcome(
        id = "2, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Both passed the test, task 1 mapped last, and task 0 read the wrong page.")
@Outcome(
        id = "1, 1",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Both passed the test, task 0 mapped last, and task 1 read the wrong page.")
@State
public class KmapSlot_01_TestThenSet extends KmapRace {
    static final TwoTasksOneCpu KERNEL = new TwoTasksOneCpu(KmapVariant.HM_0, false);
    private static final int[] BOOT = KERNEL.bootImage();

    public KmapSlot_01_TestThenSet() {
        super(KERNEL, BOOT);
    }

    @Actor
    public void task0(II_Result r) {
        r.r1 = play(0);
    }

    @Actor
    public void task1(II_Result r) {
        r.r2 = play(1);
    }
}
