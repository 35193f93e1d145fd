package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.latency.LatencyTrace;
import dev.preemptcheck.latency.LatencyTraceReader;
import dev.preemptcheck.latency.ReadTrace;
import dev.preemptcheck.latency.TraceCheck;
import dev.preemptcheck.latency.TraceCheck.Invariant;
import dev.preemptcheck.latency.TraceCheck.Outcome;
import dev.preemptcheck.latency.TraceTally;
import dev.preemptcheck.seed.SeedShelf;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * {@code replay --latency} prints traces that {@code triage} reads and has nothing to say against; what is changed in one it
 * sees.
 */
final class ReplayLatencyTest {
    private final StringWriter err = new StringWriter();

    static Stream<String> seedsOfKernelsWithTheTracer() {
        return SeedShelf.builtIn().entrySet().stream()
                .filter(seed -> seed.getValue().config().version().countFields())
                .map(seed -> seed.getKey());
    }

    @Test
    void thereAreSeedsOfEachSystem() {
        for (String system : List.of("s5-", "s6-", "s7-", "s10-")) {
            assertThat(seedsOfKernelsWithTheTracer()).anyMatch(seed -> seed.startsWith(system));
        }
    }

    @ParameterizedTest
    @MethodSource("seedsOfKernelsWithTheTracer")
    void triageReadsEveryOneAndNoCheckFails(String seed) {
        List<String> text = replay(seed, 120, ExitStatus.AS_EXPECTED);
        ReadTrace read = onlyTrace(text);
        assertThat(read.remarks()).isEmpty();
        assertThat(read.trace().version()).isEqualTo("v1.0.7");
        assertThat(read.trace().lines()).hasSizeGreaterThan(1);
        assertThat(read.trace().text())
                .isEqualTo(text.stream()
                        .dropWhile(line -> !line.startsWith("preemption"))
                        .toList());
        assertThat(checks(read)).allMatch(check -> check.outcome() == Outcome.HOLDS);
    }

    /** A level of preemption or softirqs more or less may be inlined code's; a hardirq, the mark, and three levels may not. */
    @ParameterizedTest
    @MethodSource("seedsOfKernelsWithTheTracer")
    void wrongCountIsSeenWhereverItStands(String seed) {
        List<String> text = replay(seed, 120, ExitStatus.AS_EXPECTED);
        for (int at : traced(text)) {
            boolean comparedBefore = traced(text).contains(at - 1) && !isAroundSchedule(text.get(at - 1));
            boolean comparedBehind = traced(text).contains(at + 1) && !isAroundSchedule(text.get(at));
            int count = Integer.parseUnsignedInt(text.get(at).substring(0, 8), 16);
            int mark = (count & 0xff_ffff) == 0 ? 3 : 0x400_0000; // the mark alone is in order
            for (int wrong : comparedBefore || comparedBehind ? new int[] {0x50000, mark, 3, 0x300} : new int[0]) {
                List<String> changed = new ArrayList<>(text);
                changed.set(
                        at, String.format("%08x", count + wrong) + text.get(at).substring(8));
                assertThat(failed(changed)).as(changed.get(at)).contains(Invariant.COUNTS);
            }
        }
    }

    private static boolean isAroundSchedule(String line) {
        return line.matches(".*: \\w*(schedule|cond_resched)\\w* \\(.*");
    }

    private static List<Integer> traced(List<String> text) {
        return IntStream.range(0, text.size())
                .filter(i -> text.get(i).contains("ms (+"))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"s7-conntrack-ct-1-smpp-sp0", "s5-softirq-irq-exit-sq-0-smpp-sp0-irq-exit"})
    void wrongTimeAndMissingLineAndWrongLatencyAreSeen(String seed) {
        List<String> text = replay(seed, 120, ExitStatus.AS_EXPECTED);
        for (int at : traced(text)) {
            List<String> later = new ArrayList<>(text);
            later.set(at, text.get(at).replaceFirst(" \\d+\\.", " 7."));
            assertThat(failed(later)).as(later.get(at)).isNotEmpty();
            List<String> fewer = new ArrayList<>(text);
            fewer.remove(at);
            assertThat(failed(fewer)).as(text.get(at)).contains(Invariant.LINES);
        }
        List<String> longer = new ArrayList<>(text);
        longer.replaceAll(line -> line.replaceFirst("latency: \\d+ us", "latency: 99 us"));
        assertThat(failed(longer)).containsExactly(Invariant.END);
    }

    /** CT-1 may keep preemption off for 12 us; D11 ends the run with the access that goes beyond it. */
    @Test
    void latencyIsThatOfD11() {
        LatencyTrace trace = onlyTrace(replay("s7-conntrack-ct-1-smpp-sp0", 120, ExitStatus.AS_EXPECTED))
                .trace();
        assertThat(trace.latencyMicros()).isEqualTo(12);
        assertThat(trace.lines().get(trace.lines().size() - 1).function()).isEqualTo("touch_preempt_timing");
    }

    @Test
    void kernelOf24HasNoTracer() {
        assertThat(replay("s3-preempt-cr2-pc-cr2-trap-upp", 120, ExitStatus.WRONG_USAGE))
                .isEmpty();
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains("kernel 2.4.10-pre4 has no latency tracer");
    }

    @Test
    void everyStepAndASectionAreNotBothPrinted() {
        assertThat(replay("s7-conntrack-ct-1-smpp-sp0", 120, ExitStatus.WRONG_USAGE, "--trace"))
                .isEmpty();
        assertThat(err.toString()).contains("--latency prints a trace of its own: leave out --trace");
    }

    @Test
    void narrowTerminalBreaksTheWordsAndNotTheTrace() {
        List<String> narrow = replay("s7-conntrack-ct-1-smpp-sp0", 50, ExitStatus.AS_EXPECTED);
        assertThat(narrow.stream().takeWhile(line -> !line.isEmpty())).allMatch(line -> line.length() <= 50);
        assertThat(onlyTrace(narrow))
                .usingRecursiveComparison()
                .ignoringFields("startLine")
                .isEqualTo(onlyTrace(replay("s7-conntrack-ct-1-smpp-sp0", 120, ExitStatus.AS_EXPECTED)));
    }

    private static ReadTrace onlyTrace(List<String> text) {
        List<ReadTrace> traces = new ArrayList<>();
        LatencyTraceReader reader = new LatencyTraceReader(traces::add);
        for (int i = 0; i < text.size(); i++) {
            reader.accept(text.get(i), i + 1);
        }
        reader.finish();
        assertThat(traces).hasSize(1);
        return traces.get(0);
    }

    private static List<TraceCheck> checks(ReadTrace read) {
        TraceTally tally = new TraceTally();
        tally.add("replay", read);
        return tally.findings().summaries().get(0).checks();
    }

    private static List<Invariant> failed(List<String> text) {
        return checks(onlyTrace(text)).stream()
                .filter(check -> check.outcome() == Outcome.FAILS)
                .map(TraceCheck::invariant)
                .toList();
    }

    private List<String> replay(String seed, int columns, int status, String... options) {
        StringWriter out = new StringWriter();
        List<String> args = new ArrayList<>(List.of("--latency", seed));
        args.addAll(Arrays.asList(options));
        CommandLine command = new CommandLine(new ReplayCommand(() -> columns))
                .setParameterExceptionHandler(Complaints::wrongUsage)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        assertThat(command.execute(args.toArray(String[]::new))).isEqualTo(status);
        return out.toString().lines().toList();
    }
}
