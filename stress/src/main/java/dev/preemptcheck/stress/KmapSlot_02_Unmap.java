package dev.preemptcheck.stress;

import dev.preemptcheck.kernel.asm.KmapVariant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link KmapSlot_01_TestThenSet}, but the tasks unmap when they are done: now the second can be lucky, and a task can
 * lose its mapping to the other one's unmapping.
 */
@JCStressTest
@Outcome(
        id = "1, 2",
        expect = Expect.ACCEPTABLE,
        desc = "Each read its own page: the tasks did not meet, or were lucky.")
@Outcome(
        id = "1, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Task 1 found the slot busy, or its mapping was gone when it read.")
@Outcome(
        id = "0, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Task 0 found the slot busy, or its mapping was gone when it read.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Task 0 read the wrong page.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Task 1 read the wrong page.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Task 1 read the wrong page, and unmapped it for task 0.")
@Outcome(
        id = "2, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "Task 0 read the wrong page, and unmapped it for task 1.")
@State
public class KmapSlot_02_Unmap extends KmapRace {
    static final TwoTasksOneCpu KERNEL = new TwoTasksOneCpu(KmapVariant.HM_0, true);
    private static final int[] BOOT = KERNEL.bootImage();

    public KmapSlot_02_Unmap() {
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
