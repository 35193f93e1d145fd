package dev.preemptcheck.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.scenario.Scenario;
import java.util.function.Consumer;

/** Exhaustive searches of small programs on a 2.6.9 kernel, with every standard detector. */
public final class Searches {
    private Searches() {}

    /** A kernel that {@code program} fills before it boots. */
    private record Filled(KernelConfig config, SchedulingPolicy policy, Consumer<Kernel> program) implements Scenario {
        @Override
        public String name() {
            return "program";
        }

        @Override
        public MachineSetup setup() {
            Kernel.Rules plain = Kernel.Rules.of(config);
            Kernel kernel = new Kernel(config, new Kernel.Rules(plain.preempt(), policy, plain.softirqs()));
            program.accept(kernel);
            return kernel.boot();
        }
    }

    /** The program on that kernel. */
    public static Scenario scenario(int cpus, boolean preempt, SchedulingPolicy policy, Consumer<Kernel> program) {
        return new Filled(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, cpus, preempt), policy, program);
    }

    /** All that can happen to the program within those bounds. */
    public static Verdict explore(Bounds bounds, int cpus, boolean preempt, Consumer<Kernel> program) {
        return explore(bounds, cpus, preempt, SchedulingPolicy.ANY, program);
    }

    /** The same under a policy. */
    public static Verdict explore(
            Bounds bounds, int cpus, boolean preempt, SchedulingPolicy policy, Consumer<Kernel> program) {
        return explore(bounds, new KernelConfig(KernelVersion.V2_6_9_RC1_VP, cpus, preempt), policy, program);
    }

    /** The same on a kernel of that configuration. */
    public static Verdict explore(Bounds bounds, KernelConfig config, Consumer<Kernel> program) {
        return explore(bounds, config, SchedulingPolicy.ANY, program);
    }

    private static Verdict explore(
            Bounds bounds, KernelConfig config, SchedulingPolicy policy, Consumer<Kernel> program) {
        try (Subject subject = new Subject(new Filled(config, policy, program), Carrier.best())) {
            return new Explorer(subject, bounds, SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    /** It was refuted, and by nothing else. */
    public static void assertOnly(Verdict verdict, String ruleOrOutcome) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .isNotEmpty()
                                .allMatch(f -> f.signature().toString().contains(ruleOrOutcome)));
    }

    /** It was refuted, by that among other things. */
    public static void assertFinds(Verdict verdict, String ruleOrOutcome) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .anyMatch(f -> f.signature().toString().contains(ruleOrOutcome)));
    }
}
