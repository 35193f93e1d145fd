package dev.preemptcheck.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class TraceTallyTest {
    /** The short ones come last, so that keeping the first or the last would differ. */
    @Test
    void longestTracesAreKeptInTheirOrderAndAllAreCounted() {
        TraceTally tally = new TraceTally();
        long all = TraceTally.TRACES_MAX + 50L;
        LongStream.range(0, all).forEach(i -> tally.add("log " + i, trace(i % 2 == 0 ? 1000 + i : i)));
        TraceFindings findings = tally.findings();
        assertThat(findings.traces()).isEqualTo(all);
        assertThat(findings.summaries()).hasSize(TraceTally.TRACES_MAX);
        assertThat(findings.summaries().stream().filter(summary -> summary.micros() >= 1000))
                .hasSize(75);
        assertThat(findings.summaries().stream().filter(summary -> summary.micros() < 1000))
                .hasSize(25)
                .allMatch(summary -> summary.micros() >= 100);
        assertThat(findings.inputs()).startsWith("log 0", "log 2").endsWith("log 148", "log 149");
    }

    private static ReadTrace trace(long latency) {
        return LatencyTraceReaderTest.read(List.of("latency: " + latency + " us, entries: 0"))
                .get(0);
    }
}
