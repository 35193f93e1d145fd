package dev.preemptcheck.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.sched.CountFields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LatencyTraceReaderTest {
    private static final String U9 = "2.6.9-rc4-mm1-RT-U9-latency-mail.txt";
    private static final String LINE = "00000001 0.000ms (+0.002ms): avc_insert (avc_has_perm_noaudit)";

    @Test
    void wholeTraceOfTheMailIsPrintedAsItStandsThere() throws IOException {
        List<String> mail = lines(U9);
        int title = mail.indexOf("preemption latency trace v1.0.7 on 2.6.9-rc4-mm1-RT-U9.1");
        ReadTrace last = read(mail).get(3);
        assertThat(last.trace().text()).isEqualTo(mail.subList(title, title + 16));
        assertThat(last.label() + ": " + last.note()).isEqualTo("03: total trace follows...");
        assertThat(last.remarks()).isEmpty();
    }

    @Test
    void mailWithFourLabelsHasFourTracesOneOfThemWithWrappedLines() throws IOException {
        List<ReadTrace> traces = read(lines(U9));
        assertThat(traces.stream().map(read -> read.trace().latencyMicros()))
                .containsExactly(229L, 67569L, 1856L, 224L);
        assertThat(traces.stream().map(read -> read.trace().lines().size())).containsExactly(0, 19, 0, 7);
        assertThat(traces.get(1).trace().lines().get(8).text())
                .isEqualTo("00010002 65.456ms (+0.000ms): update_process_times (smp_apic_timer_interrupt)");
    }

    @Test
    void shortenedHeadersOfTheOlderMailAreTwoTraces() throws IOException {
        List<ReadTrace> traces = read(lines("2.6.9-rc1-VP-Q5-latency-mail.txt"));
        assertThat(traces).hasSize(2).allMatch(ReadTrace::endsInElision);
        LatencyTrace second = traces.get(1).trace();
        assertThat(second.latencyMicros()).isEqualTo(731);
        assertThat(second.entriesShown()).isEqualTo(360);
        assertThat(second.lines()).hasSize(7).noneMatch(TraceLine::afterElision);
        assertThat(second.startedAt()).isEqualTo(new CodePlace("rtl8139_poll", 0x3c, 0x160, ""));
    }

    @Test
    void firstVersionHasNoCountsAndAnotherHeader() {
        LatencyTrace trace = only("""
                preemption latency trace v1.0
                -----------------------------
                 latency: 567 us, entries: 4000 (28039)
                 process: ksoftirqd/0/2, uid: 0
                 nice: -10, policy: 1, rt_priority: 50
                =======>
                 0.000ms (+0.000ms): rtl8139_poll (net_rx_action)
                 0.140ms (+0.140ms): rtl8139_rx (rtl8139_poll)
                """).trace();
        assertThat(trace.version()).isEqualTo("v1.0");
        assertThat(trace.entriesTotal()).isEqualTo(28039);
        assertThat(trace.task()).isEqualTo(new TracedTask("ksoftirqd/0", 2, 0, -10, 1, 50));
        assertThat(trace.lines()).hasSize(2).allMatch(line -> line.count() == null);
    }

    @Test
    void laterBuildsHaveAColumnForTheTask() {
        List<TraceLine> lines = only("""
                 2 80000000 0.000ms (+0.001ms): __schedule (ksoftirqd)
                IRQ 14-140 88010001 0.001ms (+0.001ms): try_to_wake_up (<5>)
                """).trace().lines();
        assertThat(lines.stream().map(TraceLine::task)).containsExactly("2", "IRQ 14-140");
        assertThat(lines.get(1).parent()).isEqualTo("<5>");
        assertThat(lines.get(1).count()).isEqualTo(CountFields.decode(0x88010001));
    }

    @Test
    void wrappedHeaderIsJoined() {
        LatencyTrace trace = only("""
                preemption latency trace v1.0.7 on 2.6.9
                 latency: 4 us, entries: 1 (1)   |   [VP:1 KP:0
                SP:1 HP:0 #CPUS:2]
                    | task: IRQ 14/140, uid:0 nice:-5
                policy:0 rt_prio:0
                %s
                """.formatted(LINE)).trace();
        assertThat(trace.settings()).isEqualTo(new TraceSettings(1, 0, 1, 0, 2));
        assertThat(trace.task()).isEqualTo(new TracedTask("IRQ 14", 140, 0, -5, 0, 0));
    }

    @Test
    void lineThatIsCutOffIsARemarkAndWhatFollowsIsRead() {
        ReadTrace read = only(LINE + "\n00010001 0.002ms (+0.0\n" + LINE.replace("0.000", "0.004") + "\n");
        assertThat(read.remarks()).containsExactly("line 2 is cut off");
        assertThat(read.trace().lines()).hasSize(2);
        assertThat(read.trace().lines().get(1).afterElision()).isTrue();
        assertThat(only(LINE + "\n00010001 0.002ms").remarks()).containsExactly("line 2 is cut off");
    }

    @Test
    void everyPrefixOfTheMailIsReadWithoutAnException() throws IOException {
        String mail = String.join("\n", lines(U9));
        for (int end = 0; end < mail.length(); end++) {
            assertThat(read(mail.substring(0, end).lines().toList())).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    void dotsBetweenLinesAreAGapThatTheTextShowsAgain() {
        ReadTrace read = only(LINE + "\n...\n" + LINE.replace("0.000", "0.500") + "\n");
        assertThat(read.trace().text()).endsWith(LINE, "...", LINE.replace("0.000", "0.500"));
        assertThat(read.endsInElision()).isFalse();
    }

    @Test
    void linesThatStartOverAfterOtherTextAreAnotherTrace() {
        assertThat(read(List.of(LINE.replace("0.000", "3.000"), "and this one:", LINE)))
                .hasSize(2);
    }

    @Test
    void linesBeyondTheLimitAreCounted() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < LatencyTraceReader.LINES_MAX + 7; i++) {
            many.add(LINE);
        }
        ReadTrace read = read(many).get(0);
        assertThat(read.trace().lines()).hasSize(LatencyTraceReader.LINES_MAX);
        assertThat(read.linesNotKept()).isEqualTo(7);
    }

    @Test
    void ordinaryTextIsNoTrace() {
        assertThat(read(List.of(
                        "eth0: RealTek RTL8139 at 0xdc00, IRQ 11",
                        "-----------------",
                        "...",
                        "started at foo+0x1/0x2",
                        "took 12ms (+3ms): f (g)",
                        "00000001 and so on",
                        "latency: 5 us")))
                .isEmpty();
    }

    private static ReadTrace only(String text) {
        List<ReadTrace> traces = read(text.lines().toList());
        assertThat(traces).hasSize(1);
        return traces.get(0);
    }

    static List<ReadTrace> read(List<String> lines) {
        List<ReadTrace> traces = new ArrayList<>();
        LatencyTraceReader reader = new LatencyTraceReader(traces::add);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                reader.accept(lines.get(i), i + 1);
            }
        }
        reader.finish();
        return traces;
    }

    static List<String> lines(String log) throws IOException {
        try (InputStream in = LatencyTraceReaderTest.class.getResourceAsStream("/logs/" + log)) {
            return new String(in == null ? new byte[0] : in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
