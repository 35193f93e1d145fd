package dev.preemptcheck.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.latency.TraceCheck.Invariant;
import dev.preemptcheck.latency.TraceCheck.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TraceSummaryTest {
    private static final String U9 = "2.6.9-rc4-mm1-RT-U9-latency-mail.txt";
    private static final String Q5 = "2.6.9-rc1-VP-Q5-latency-mail.txt";
    private static final String Q8 = "2.6.9-rc1-VP-Q8-receive-path.txt";

    @Test
    void wholeTraceOfU9KeepsEveryInvariant() throws IOException {
        TraceSummary whole = summaries(U9).get(3);
        assertThat(whole.checks()).hasSize(5).allMatch(check -> check.outcome() == Outcome.HOLDS);
        assertThat(whole.functions().get(0)).isEqualTo(new TimeShare("avc_insert", 173, 1));
        assertThat(whole.functions().get(1)).isEqualTo(new TimeShare("do_nmi", 47, 3));
        assertThat(whole.sections()).containsExactly(new OffSection(0, 223, 7, "avc_insert", 173));
    }

    @Test
    void excerptOfU9LacksItsEndAndItsCountsAreAllExplained() throws IOException {
        TraceSummary excerpt = summaries(U9).get(1);
        assertThat(outcome(excerpt, Invariant.TIMES)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(excerpt, Invariant.DELTAS)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(excerpt, Invariant.END)).isEqualTo(Outcome.FAILS);
        assertThat(outcome(excerpt, Invariant.LINES)).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcome(excerpt, Invariant.COUNTS)).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void nmiShowsThatTheOtherProcessorHasInterruptsOff() throws IOException {
        assertThat(summaries(U9).get(1).samples())
                .containsExactly(new NmiSample(64599, "smp_call_function", "check_preempt_timing", "00000046"))
                .allMatch(NmiSample::interruptsOffThere);
        assertThat(new NmiSample(0, "f", "g", "00200293").interruptsOffThere()).isFalse();
        assertThat(new NmiSample(0, "f", "g", "00200093").interruptsOffThere()).isTrue();
    }

    /** In Q5 and Q8 the bracketed time is that since the line before: 416 us are rtl8139_rx's, not alloc_skb's. */
    @Test
    void timeSinceTheLineBeforeIsTheOtherFunctions() throws IOException {
        TraceSummary first = summaries(Q5).get(0);
        assertThat(first.deltas()).isEqualTo(DeltaMeaning.SINCE_PREVIOUS);
        assertThat(first.functions())
                .startsWith(new TimeShare("rtl8139_rx", 416, 1), new TimeShare("rtl8139_poll", 140, 1));
        assertThat(summaries(Q8).get(0).deltas()).isEqualTo(DeltaMeaning.SINCE_PREVIOUS);
        assertThat(summaries(U9).get(1).deltas()).isEqualTo(DeltaMeaning.TO_NEXT);
    }

    @Test
    void inlinedLocksOfQ8AreCountChangesThatNoTracedFunctionMakes() throws IOException {
        TraceCheck counts = check(summaries(Q8).get(0), Invariant.COUNTS);
        assertThat(counts.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(counts.detail())
                .isEqualTo("8 pairs, 3 by inlined code: 00000001 to 00000002 after nf_hook_slow; "
                        + "00000002 to 00000103 after ip_ct_find_proto; 00000103 to 00000102 after __ip_ct_find_proto");
    }

    /** As v1.0.7 logged it on 2.6.9-rc3: interrupts, softirqs and locks that are inlined, or go on in one another. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00010000 do_IRQ <00000000>, 00010001 mask_and_ack __do_IRQ, 00010000 handle_IRQ_event __do_IRQ |",
                "00000001 memcpy f, 00010001 timer_interrupt do_IRQ | x",
                "00000101 _spin_lock_bh f, 00000101 _spin_lock_irqsave _spin_lock_bh, 00000202 _spin_unlock_bh f,"
                        + " 00000201 local_bh_enable f, 00000101 g f |",
                "00000101 _spin_lock_irq f, 00000101 _spin_lock_irqsave f, 00000102 _spin_unlock_irq f, 00000101 g f |",
                "00000003 _spin_unlock f, 00000001 g h |",
                "00000003 memcpy f, 00010003 do_IRQ memcpy, 00010004 redirect do_IRQ, 00000004 do_softirq do_IRQ,"
                        + " 00000003 memcpy f |",
                "00000003 memcpy f, 00010003 do_IRQ memcpy, 00010004 redirect do_IRQ, 00000003 memcpy f |",
                "00000003 memcpy f, 00010003 do_IRQ memcpy, 00010004 redirect do_IRQ, 00000005 memcpy f | x",
                "00020003 memcpy f, 00000003 memcpy f | x",
                "00000001 _read_unlock f, 00000001 sub_preempt_count _read_unlock,"
                        + " 00000001 update_max_trace check_preempt_timing |",
                "00000002 _read_unlock f, 00000002 sub_preempt_count _read_unlock | x",
                "00000001 f g, 00000000 h g, 00000001 sub_preempt_count g | x",
            })
    void changesAreFollowedThroughInterruptsAndInlinedCode(String lines, @Nullable String odd) {
        List<String> all = new ArrayList<>(List.of(line("00000003", "0.000", "schedule")));
        if (lines.startsWith("0001") || lines.startsWith("0002")) {
            all.clear();
        }
        for (String line : lines.split(", ?", -1)) {
            String[] words = line.split(" ", -1);
            all.add(line(words[0], "0.001", words[1]).replace("(parent)", "(" + words[2] + ")"));
        }
        assertThat(outcome(summaryOf(all.toArray(String[]::new)), Invariant.COUNTS))
                .isEqualTo(odd == null ? Outcome.HOLDS : Outcome.FAILS);
    }

    @ParameterizedTest
    @CsvSource({
        "00000001,_spin_lock,00000002,true",
        "00000001,_spin_lock,00000001,false",
        "00000001,_spin_lock,00000000,false",
        "00000001,_spin_trylock,00000001,true",
        "00000001,_spin_lock_bh,00000102,true",
        "00000001,_spin_lock_bh,00000002,false",
        "00000102,_write_unlock_bh,00000001,true",
        "00000002,_read_unlock_irq,00000001,true",
        "00000002,_read_unlock_irq,00000003,false",
        "00000100,_read_unlock,000000ff,false",
        "00000001,local_bh_disable,00000101,true",
        "00000101,local_bh_enable,00000001,true",
        "00010002,irq_exit,00000003,true",
        "00010002,irq_exit,00000002,true",
        "00010002,irq_exit,00000001,true",
        "00010002,irq_exit,00000007,false",
        "00000003,__do_softirq,00000103,true",
        "00000003,do_softirq,00000002,true",
        "00000001,smp_apic_timer_interrupt,00010001,true",
        "00020001,do_nmi,00010001,true",
        "00000001,memcpy,00000002,true",
        "00000001,memcpy,00000102,true",
        "00000102,memcpy,00000001,true",
        "00000001,memcpy,00000003,false",
        "00000001,memcpy,00000201,false",
        "00000001,memcpy,00010001,false",
        "00000001,memcpy,04000001,false",
        "00000001,schedule,04010103,true",
        "80000001,memcpy,00000001,true",
    })
    void countChangesOnlyByWhatTheFunctionMayDo(String from, String function, String to, boolean allowed) {
        TraceSummary summary = summaryOf(
                line("00000001", "0.000", "schedule"), line(from, "0.001", function), line(to, "0.002", "next"));
        boolean objected = outcome(summary, Invariant.COUNTS) == Outcome.FAILS;
        assertThat(objected).isNotEqualTo(allowed);
    }

    @Test
    void nmiMayComeAfterAnyFunction() {
        TraceSummary summary = summaryOf(
                line("00000001", "0.000", "memcpy"),
                line("00010001", "0.001", "do_nmi"),
                line("00000001", "0.002", "memcpy"));
        assertThat(outcome(summary, Invariant.COUNTS)).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void earlierTimeAndWrongDeltaAndMissingLinesAreSaid() {
        TraceSummary summary = summaryOf(
                "latency: 9 us, entries: 4 (4)",
                line("00000001", "0.004", "f").replace("+0.001", "+0.005"),
                line("00000001", "0.003", "g"),
                line("00000001", "0.004", "h"));
        assertThat(check(summary, Invariant.TIMES).detail()).isEqualTo("1 of 2 pairs: 0.003ms after 0.004ms");
        assertThat(check(summary, Invariant.DELTAS).detail())
                .isEqualTo("to the next line, 1 of 2 pairs: 0.004ms and +0.005ms to 0.003ms");
        assertThat(check(summary, Invariant.LINES).detail()).isEqualTo("3 of 4 lines");
        assertThat(check(summary, Invariant.END).detail()).isEqualTo("last line at 0.004ms of 0.009ms");
        assertThat(summary.checks().stream().filter(check -> check.outcome() == Outcome.FAILS))
                .hasSize(4);
    }

    @Test
    void sectionsEndWhereTheCountIsZero() {
        TraceSummary summary = summaryOf(
                line("00000001", "0.000", "f"),
                line("00000000", "0.001", "g"),
                line("04000000", "0.002", "g"),
                line("00000101", "0.003", "f"),
                line("00000101", "0.004", "h").replace("+0.001", "+0.007"));
        assertThat(summary.sections())
                .containsExactly(new OffSection(3, 8, 2, "h", 7), new OffSection(0, 1, 1, "f", 1));
    }

    private static String line(String count, String time, String function) {
        return count + " " + time + "ms (+0.001ms): " + function + " (parent)";
    }

    private static TraceSummary summaryOf(String... lines) {
        return TraceSummary.of(LatencyTraceReaderTest.read(List.of(lines)).get(0));
    }

    private static List<TraceSummary> summaries(String log) throws IOException {
        return LatencyTraceReaderTest.read(LatencyTraceReaderTest.lines(log)).stream()
                .map(TraceSummary::of)
                .toList();
    }

    private static TraceCheck check(TraceSummary summary, Invariant invariant) {
        return summary.checks().stream()
                .filter(check -> check.invariant() == invariant)
                .findFirst()
                .orElseThrow();
    }

    private static Outcome outcome(TraceSummary summary, Invariant invariant) {
        return check(summary, invariant).outcome();
    }
}
