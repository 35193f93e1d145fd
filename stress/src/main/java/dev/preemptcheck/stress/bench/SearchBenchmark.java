package dev.preemptcheck.stress.bench;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.scenario.KmapPrograms;
import dev.preemptcheck.scenario.KmapScenario;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * How long a proof takes, from a cold JVM: HM-4 with HIGHMEM_DEBUG on, two processors, preemption.
 *
 * <p>To be held: four tasks that touch a page once, within 1 interrupt and 2 preemptions, in less than 5 seconds. From the
 * root of the project:
 *
 * <pre>
 * mvn -q -Pbenchmark -Dbenchmark=SearchBenchmark -pl src,stress -am -DskipTests verify
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-exports", "java.base/jdk.internal.vm=ALL-UNNAMED", "-Xmx2g"})
public class SearchBenchmark {
    private static final KernelConfig CONFIG = new KernelConfig(KernelVersion.V2_4_10_PRE4, 2, true, true);

    /** The set of programs, and with it the bounds. */
    @Param({"touch-4x1", "standard"})
    private String programs = "";

    @Benchmark
    public Verdict proof() {
        boolean touch = programs.equals("touch-4x1");
        KmapScenario scenario = new KmapScenario(
                programs, CONFIG, KmapVariant.HM_4, touch ? KmapPrograms.touch(4, 1) : KmapPrograms.standard());
        Bounds bounds = touch ? new Bounds(1, 2) : new Bounds(3, 3);
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            Verdict verdict = new Explorer(subject, bounds, SearchOptions.FIRST).explore(Progress.UNWATCHED);
            System.out.println(verdict.describe());
            if (!(verdict instanceof Verdict.Proved)) {
                throw new IllegalStateException("HM-4 is safe, but the search says: " + verdict.describe());
            }
            return verdict;
        }
    }

    /** Runs it; takes JMH's options. */
    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(SearchBenchmark.class.getName())
                        .build())
                .run();
    }
}
