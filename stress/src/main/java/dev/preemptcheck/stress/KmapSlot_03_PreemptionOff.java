package dev.preemptcheck.stress;

import dev.preemptcheck.kernel.asm.KmapVariant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * As {@link KmapSlot_02_Unmap}, with preemption off from before the test to after the unmapping (HM-4, fact S1.e): one task
 * has the processor to itself meanwhile, and always reads its own page.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Each read its own page.")
@State
public class KmapSlot_03_PreemptionOff extends KmapRace {
    static final TwoTasksOneCpu KERNEL = new TwoTasksOneCpu(KmapVariant.HM_4, true);
    private static final int[] BOOT = KERNEL.bootImage();

    public KmapSlot_03_PreemptionOff() {
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
