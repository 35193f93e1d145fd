package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.latency.CodePlace;
import dev.preemptcheck.latency.LatencyTrace;
import dev.preemptcheck.latency.LatencyTraceReader;
import dev.preemptcheck.latency.ReadTrace;
import dev.preemptcheck.latency.TraceLine;
import dev.preemptcheck.latency.TraceSettings;
import dev.preemptcheck.latency.TracedTask;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A latency trace that was printed is read back, however a mail wrapped it, and no text breaks the reader. */
final class LatencyTraceProperties {

    @Property(tries = 500)
    void whatIsPrintedIsReadBackEqual(@ForAll("traces") LatencyTrace trace) {
        assertThat(read(trace.text())).containsExactly(trace);
    }

    @Property(tries = 500)
    void parentsThatAMailPutOnLinesOfTheirOwnAreReadBackEqual(
            @ForAll("traces") LatencyTrace trace, @ForAll List<Boolean> wraps) {
        List<String> wrapped = new ArrayList<>();
        List<String> text = trace.text();
        for (int i = 0; i < text.size(); i++) {
            int parent = text.get(i).lastIndexOf(" (");
            boolean line = text.get(i).contains("ms (+") && i < wraps.size() && wraps.get(i);
            if (line) {
                wrapped.add(text.get(i).substring(0, parent));
                wrapped.add(text.get(i).substring(parent + 1));
            } else {
                wrapped.add(text.get(i));
            }
        }
        assertThat(read(wrapped)).containsExactly(trace);
    }

    @Property(tries = 500)
    void anyTextIsRead(
            @ForAll("traces") LatencyTrace trace,
            @ForAll String noise,
            @ForAll @IntRange(max = 2000) int from,
            @ForAll @IntRange(max = 2000) int to) {
        String text = String.join("\n", trace.text());
        int start = Math.min(Math.min(from, to), text.length());
        int end = Math.min(Math.max(from, to), text.length());
        String damaged = text.substring(0, start) + noise + text.substring(end);
        long lines = damaged.lines().filter(line -> line.contains("ms (+")).count();
        List<LatencyTrace> read = read(damaged.lines().toList());
        assertThat(read.stream().mapToLong(each -> each.lines().size()).sum()).isLessThanOrEqualTo(lines);
    }

    private static List<LatencyTrace> read(List<String> lines) {
        List<ReadTrace> traces = new ArrayList<>();
        LatencyTraceReader reader = new LatencyTraceReader(traces::add);
        for (int i = 0; i < lines.size(); i++) {
            reader.accept(lines.get(i), i + 1);
        }
        reader.finish();
        return traces.stream().map(ReadTrace::trace).toList();
    }

    @Provide
    Arbitrary<LatencyTrace> traces() {
        Arbitrary<Integer> bit = Arbitraries.integers().between(0, 1);
        Arbitrary<TraceSettings> settings = Combinators.combine(
                        bit, bit, bit, bit, Arbitraries.integers().between(1, 64))
                .as(TraceSettings::new);
        return Combinators.combine(
                        Arbitraries.of("2.6.9-rc4-mm1-RT-U9.1", "2.6.9-rc1-bk4-Q9", ""),
                        Arbitraries.longs().between(0, 9_999_999),
                        Arbitraries.integers().between(0, 4000),
                        settings.injectNull(0.2),
                        tasks().injectNull(0.2),
                        places().injectNull(0.2),
                        lines().list().ofMaxSize(12))
                .as((kernel, latency, shown, switches, task, place, lines) -> new LatencyTrace(
                        "v1.0.7",
                        kernel,
                        latency,
                        shown,
                        shown + 3,
                        switches,
                        task,
                        place,
                        place,
                        firstUngapped(lines)));
    }

    /** Dots before the first line are none in front of another line. */
    private static List<TraceLine> firstUngapped(List<TraceLine> lines) {
        long last = 0;
        List<TraceLine> inOrder = new ArrayList<>();
        for (TraceLine line : lines) {
            last += line.deltaMicros();
            inOrder.add(new TraceLine(
                    line.task(),
                    line.count(),
                    last,
                    line.deltaMicros(),
                    line.function(),
                    line.parent(),
                    line.afterElision() && !inOrder.isEmpty()));
        }
        return inOrder;
    }

    private static Arbitrary<TracedTask> tasks() {
        return Combinators.combine(
                        Arbitraries.of("cat", "ksoftirqd/0", "IRQ 14", "a, uid:b", "-"),
                        Arbitraries.integers().between(0, 32_767),
                        Arbitraries.integers().between(0, 65_535),
                        Arbitraries.integers().between(-20, 19),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 99))
                .as(TracedTask::new);
    }

    private static Arbitrary<CodePlace> places() {
        return Combinators.combine(
                        Arbitraries.of("_spin_lock_irqsave", "rtl8139_poll", ".text.lock.sched"),
                        Arbitraries.integers().between(0, 0xffff),
                        Arbitraries.integers().between(0, 0xffff),
                        Arbitraries.of("", "c0314e0f"))
                .as(CodePlace::new);
    }

    private static Arbitrary<TraceLine> lines() {
        return Combinators.combine(
                        Arbitraries.of("", "", "4876", "IRQ 14-140", "ksoftirqd/0-2"),
                        Arbitraries.integers().map(CountFields::decode),
                        Arbitraries.longs().between(0, 99_999),
                        Arbitraries.of("_spin_lock", "do_nmi", "<c0102030>", "avc_insert"),
                        Arbitraries.of("memcpy", "<00000046>", "<5>", "smp_apic_timer_interrupt"),
                        Arbitraries.of(false, false, true))
                .as((task, count, delta, function, parent, gap) ->
                        new TraceLine(task, count, 0, delta, function, parent, gap));
    }
}
