package dev.preemptcheck.stress.bench;

import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What the lock validator and the data-race detector cost: executions of {@link TwoTasks} a second, with two nested locks a
 * round and both attached, and with neither.
 *
 * <p>To be held: less than a factor {@value #FACTOR_MAX}. From the root of the project:
 *
 * <pre>
 * mvn -q -Pbenchmark -Dbenchmark=DetectorBenchmark -pl src,stress -am -DskipTests verify
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-exports", "java.base/jdk.internal.vm=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class DetectorBenchmark {
    private static final int FACTOR_MAX = 3;

    @Param({"false", "true"})
    private boolean checked;

    private TwoTasks subject = new TwoTasks(Carrier.best(), MemoryModel.SC);

    @Setup(Level.Trial)
    public void start() {
        subject.close();
        subject = new TwoTasks(Carrier.best(), MemoryModel.SC, checked);
    }

    @Benchmark
    public long execution() {
        return subject.execute();
    }

    @TearDown(Level.Trial)
    public void end() {
        subject.close();
    }

    /** Runs both, prints the factor and fails if it is too large; takes JMH's options. */
    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        double without = score(args, false);
        double with = score(args, true);
        System.out.printf(
                Locale.ROOT,
                "Java %d: without %,.0f/s, with %,.0f/s, factor %.2f%n",
                Runtime.version().feature(),
                without,
                with,
                without / with);
        if (without >= FACTOR_MAX * with) {
            throw new IllegalStateException("the detectors are to cost less than a factor " + FACTOR_MAX);
        }
    }

    private static double score(String[] args, boolean checked) throws RunnerException, CommandLineOptionException {
        return new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(DetectorBenchmark.class.getName())
                        .param("checked", Boolean.toString(checked))
                        .build())
                .runSingle()
                .getPrimaryResult()
                .getScore();
    }
}
