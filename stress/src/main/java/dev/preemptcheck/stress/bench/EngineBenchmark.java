package dev.preemptcheck.stress.bench;

import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ContinuationCarrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
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
 * Complete executions a second on one core, on each carrier: {@link TwoTasks}, with at least {@value #SWITCHES_MIN}
 * switches an execution.
 *
 * <p>To be held: 200,000 executions a second on continuations (Java 25), 30 times what threads do, and half of it with store
 * buffers (x86-TSO). All three in one run, with the ratios at its end, from the root of the project:
 *
 * <pre>
 * mvn -q -Pbenchmark -pl src,stress -am -DskipTests verify
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
public class EngineBenchmark {
    private static final int SWITCHES_MIN = 10;

    @Param({"continuations", "threads"})
    private String carrier = "";

    @Param("SC")
    private MemoryModel model = MemoryModel.SC;

    private TwoTasks subject = new TwoTasks(Carrier.best(), MemoryModel.SC);

    @Setup(Level.Trial)
    public void start() {
        subject.close();
        subject = new TwoTasks(carrier.equals("threads") ? new ThreadCarrier() : new ContinuationCarrier(), model);
    }

    @Benchmark
    public long execution() {
        return subject.execute();
    }

    @TearDown(Level.Trial)
    public void end() {
        System.out.printf(
                Locale.ROOT,
                "%n%.1f accesses and %.1f switches an execution%n",
                subject.meanSteps(),
                subject.meanSwitches());
        boolean enough = subject.meanSwitches() >= SWITCHES_MIN;
        subject.close();
        if (!enough) {
            throw new IllegalStateException("an execution is to have " + SWITCHES_MIN + " switches or more");
        }
    }

    /** Runs all three and prints the ratios; takes JMH's options. */
    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        double continuations = score(args, "continuations", MemoryModel.SC);
        double threads = score(args, "threads", MemoryModel.SC);
        double buffered = score(args, "continuations", MemoryModel.TSO);
        System.out.printf(
                Locale.ROOT,
                "Java %d: continuations %,.0f/s, threads %,.0f/s, ratio %.1f; continuations under TSO %,.0f/s, factor %.2f%n",
                Runtime.version().feature(),
                continuations,
                threads,
                continuations / threads,
                buffered,
                continuations / buffered);
    }

    private static double score(String[] args, String carrier, MemoryModel model)
            throws RunnerException, CommandLineOptionException {
        return new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(EngineBenchmark.class.getName())
                        .param("carrier", carrier)
                        .param("model", model.name())
                        .build())
                .runSingle()
                .getPrimaryResult()
                .getScore();
    }
}
