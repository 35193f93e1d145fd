package dev.preemptcheck.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineListener;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.asm.KmapVariant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a tick can make the scheduler displace a task: the points of fact 3.1, found by a tick before every step. */
final class PreemptionPointsTest {

    /** An involuntary choice of the scheduler: the functions around it and the running task's count. */
    private record Point(List<String> chain, int count) {
        boolean inKernelMode() {
            return chain.contains("do_page_fault") && !chain.contains("ret_from_sys_call");
        }
    }

    /** Raises one tick before a step, and displaces a task whenever the scheduler may. */
    private static final class TickBefore implements Arbiter {
        private final int step;
        private final List<Point> points;
        private final CallChain chain;
        private boolean raised;

        TickBefore(int step, List<Point> points, CallChain chain) {
            this.step = step;
            this.chain = chain;
            this.points = points;
        }

        @Override
        public int choose(Machine m) {
            if (!raised && m.steps() >= step && (m.moves().raisable() & 1) != 0) {
                raised = true;
                return Agent.timer(0);
            }
            return m.moves().defaultAgent();
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            if (involuntary) {
                points.add(new Point(chain.here(), m.countOn(m.running())));
            }
            int others = candidates & ~(1 << preferred);
            return others == 0 ? preferred : Integer.numberOfTrailingZeros(others);
        }
    }

    private static List<Point> points(String axis) {
        List<Point> points = new ArrayList<>();
        KmapScenario scenario = Kernels.scenario(KmapVariant.HM_4, axis, true, Size.QUICK);
        CallChain chain = new CallChain(scenario.particulars().config());
        try (Carrier carrier = Carrier.best()) {
            Machine machine = scenario.setup().build(carrier, new MachineListener() {});
            int last = 1;
            for (int step = 0; step < last; step++) {
                machine.attach(
                        new TickBefore(step, points, chain),
                        new Footprint(machine.memory().size(), Footprint.Reduction.NONE),
                        null);
                machine.run(0);
                assertThat(machine.unfinished()).isZero();
                last = machine.steps();
            }
        }
        return points;
    }

    @Test
    void withoutConfigPreemptATickInKernelModeSwitchesNowhere() {
        List<Point> points = points("UP");
        assertThat(points).isNotEmpty().noneMatch(Point::inKernelMode);
        assertThat(points).noneMatch(p -> p.chain().contains("preempt_schedule"));
    }

    @Test
    void withConfigPreemptKernelModeIsPreemptedByPreemptScheduleFromCountZero() {
        List<Point> points = points("UPP");
        assertThat(points).anyMatch(Point::inKernelMode);
        assertThat(points.stream().filter(Point::inKernelMode))
                .allMatch(
                        p -> p.chain().indexOf("preempt_schedule") == p.chain().indexOf("schedule") + 1)
                .allMatch(p -> p.count() == 2, "one for preempt_schedule, one for schedule");
        assertThat(points.stream().filter(p -> !p.inKernelMode()))
                .allMatch(p -> p.chain().contains("ret_from_sys_call")
                        || p.chain().contains("ret_from_intr")
                        || p.chain().contains("preempt_schedule"));
    }

    @Test
    void bothKindsOfKernelPreemptionPointOccur() {
        List<Point> inKernel =
                points("UPP").stream().filter(Point::inKernelMode).toList();
        assertThat(inKernel).anyMatch(p -> p.chain().contains("ret_from_intr"));
        assertThat(inKernel).anyMatch(p -> !p.chain().contains("ret_from_intr"));
    }
}
