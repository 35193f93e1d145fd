package dev.preemptcheck.report;

import dev.preemptcheck.detect.Detectors;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.Seed;
import java.util.List;
import java.util.function.Consumer;

/** What a replay tells of a small program's finding. */
final class Told {
    private Told() {}

    private record Program(KernelConfig config, Consumer<Kernel> program) implements Scenario {
        @Override
        public String name() {
            return "program";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(config);
            program.accept(kernel);
            return kernel.boot();
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, new Variant("it", Variant.NO_PATCH, "as written"), List.of());
        }
    }

    /** The text of the first finding whose violation begins with {@code rule}, of a search of the whole program. */
    static String of(String rule, KernelConfig config, Bounds bounds, Consumer<Kernel> program) {
        Scenario scenario = new Program(config, program);
        try (Subject subject = new Subject(scenario, Carrier.best(), Detectors::withRaces)) {
            Verdict verdict = new Explorer(subject, bounds, SearchOptions.ALL).explore(Progress.UNWATCHED);
            Finding finding = finding(verdict, rule);
            Recording run = Recorder.record(subject, finding.schedule());
            Seed seed = new Seed(
                    scenario.name(),
                    config,
                    Variant.NO_PATCH,
                    finding.signature(),
                    run.trace(),
                    run.schedule(),
                    run.anchors());
            Replay replay = Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
            return String.join("\n", new ReplayReport("it", seed, scenario, replay).lines(200, false)) + "\n";
        }
    }

    /** The same on the realtime patch with so many processors, preemption, and one interrupt and preemption. */
    static String of(String rule, int cpus, Consumer<Kernel> program) {
        return of(rule, new KernelConfig(KernelVersion.V2_6_9_RC4_RT, cpus, true), new Bounds(1, 1), program);
    }

    private static Finding finding(Verdict verdict, String rule) {
        if (verdict instanceof Verdict.Refuted refuted) {
            for (Finding finding : refuted.findings()) {
                if (finding.signature().violation().startsWith(rule)) {
                    return finding;
                }
            }
        }
        throw new AssertionError(rule + " is not among " + verdict);
    }
}
