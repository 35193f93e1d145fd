package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Signature;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The eleven records of section 8, each with all that the table says of it. */
final class OopsFixturesTest {
    private static final List<OopsRecord> RECORDS = Stream.of(Logs.PRE4, Logs.AC10)
            .flatMap(log -> Logs.triage(Logs.text(log)).records().stream())
            .toList();
    private static final List<String> WP = List.of("do_wp_page", "handle_mm_fault", "do_page_fault");
    private static final List<String> ANONYMOUS =
            List.of("do_anonymous_page", "do_no_page", "handle_mm_fault", "do_page_fault");
    private static final List<String> NOPAGE =
            List.of("filemap_nopage", "do_no_page", "handle_mm_fault", "do_page_fault");

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            1  | Sep 8 18:10:16  | do_wp_page+636/1088        | S11dhcpd     | 2507 | 10282 | c26cca60 | 55d54 | c26ca134 | 55cb9 | 55d54065
            2  | Sep 8 18:10:16  | do_anonymous_page+130/368  | dhcpd        | 2508 | 10286 | c26c4fec | 55b87 | f4d497c0 | -     | -
            3  | Sep 8 18:10:16  | do_anonymous_page+130/368  | python       | 2456 | 10282 | c26c9298 | 55c82 | f4c945c0 | -     | -
            4  | Sep 8 18:10:16  | do_wp_page+636/1088        | rc           | 2514 | 10282 | c26d04d0 | 55e30 | c26ca4a8 | 55cc6 | 55e30065
            5  | Sep 8 18:10:16  | filemap_nopage+300/1344    | ncpserv      | 2513 | 10282 | c297ac20 | 5fec4 | c270df9c | 56cb3 | -
            6  | Sep 8 18:10:16  | do_wp_page+636/1088        | rc           | 156  | 10282 | c26dec2c | 56197 | c26ca2cc | 55cbf | 56197065
            7  | Sep 8 18:10:16  | do_wp_page+636/1088        | init         | 1    | 10282 | c2962850 | 5f910 | c292d82c | 5ec97 | 5f910065
            8  | Sep 11 19:47:31 | do_anonymous_page+160/304  | snort        | 2059 | 10206 | c289b37c | 5ca2b | f5519068 | -     | -
            9  | Sep 11 19:48:43 | filemap_nopage+284/1168    | sh           | 2708 | 10206 | c297d838 | 5ff6a | c2658524 | 541f5 | -
            10 | Sep 11 19:48:45 | do_wp_page+604/912         | oracle       | 2718 | 10206 | c25c0ff8 | 51e5a | 51e5a065 | -     | 51e5a065
            11 | Sep 11 19:53:04 | filemap_nopage+284/1168    | qmail-remote | 3084 | 10206 | c297d838 | 5ff6a | c23c8b9c | 4a7b3 | -
            """)
    void recordIsAsInTheTable(
            int n,
            String time,
            String eip,
            String process,
            int pid,
            String eflags,
            String esi,
            String esiFrame,
            String ebp,
            String ebpFrame,
            String pte) {
        OopsRecord oops = RECORDS.get(n - 1);
        assertThat(oops.origin().time()).isEqualTo(time);
        assertThat(oops.eip()).isNotNull().extracting(TraceEntry::text).isEqualTo(eip);
        assertThat(oops.process()).isEqualTo(process);
        assertThat(oops.pid()).isEqualTo(pid);
        assertThat(oops.register("eflags")).isEqualTo(hex(eflags));
        assertThat(oops.register("esi")).isEqualTo(hex(esi));
        assertThat(oops.register("ebp")).isEqualTo(hex(ebp));
        assertThat(oops.frames()).isEqualTo(new PageFrames(hex(esiFrame), hex(ebpFrame), hex(pte), pte != null));
    }

    @Test
    void everyRecordIsWholeAndConsistent() {
        assertThat(RECORDS).hasSize(11).allSatisfy(oops -> {
            assertThat(oops.warnings()).isEmpty();
            assertThat(oops.trap()).isEqualTo("invalid operand");
            assertThat(oops.cpu()).isZero();
            assertThat(oops.register("cs")).isEqualTo(0x10);
            assertThat(oops.register("ss")).isEqualTo(0x18);
            assertThat(oops.registers()).hasSize(13);
            assertThat(oops.stack()).hasSize(24);
            assertThat(oops.code()).hasSize(20).startsWith(0x0f, 0x0b);
            assertThat(oops.register("eflags") & 0x200).as("interrupts on").isEqualTo(0x200);
            assertThat(oops.frames().esi()).as("high memory").isBetween(0x38000L, 0x60000L);
        });
    }

    @Test
    void verboseBuildHasBugLinesAndTheOtherHasNone() {
        assertThat(RECORDS.subList(0, 7)).allSatisfy(oops -> {
            assertThat(oops.bug()).isNotNull().extracting(BugLine::line).isEqualTo(95);
            assertThat(oops.signature().place()).isEqualTo("include/asm/highmem.h:95");
            assertThat(oops.origin().kernelVersion()).isEqualTo("2.4.10-pre4");
        });
        assertThat(RECORDS.subList(7, 11)).allSatisfy(oops -> {
            assertThat(oops.bug()).isNull();
            assertThat(oops.signature().place()).isEmpty();
            assertThat(oops.origin().kernelVersion()).isEqualTo("2.4.9-ac10");
        });
    }

    @Test
    void chainEndsBeforeTheStackLeftovers() {
        assertThat(RECORDS.stream().map(oops -> oops.signature().chain()))
                .containsExactly(WP, ANONYMOUS, ANONYMOUS, WP, NOPAGE, WP, WP, ANONYMOUS, NOPAGE, WP, NOPAGE);
        assertThat(RECORDS.get(1).trace()).hasSize(9);
        assertThat(RECORDS.get(1).trace().stream().filter(TraceEntry::reliable).map(TraceEntry::symbol))
                .containsExactly("do_no_page", "handle_mm_fault", "do_page_fault");
    }

    @Test
    void falseModuleSymbolIsKeptAndUnreliable() {
        assertThat(RECORDS.get(4).trace())
                .hasSize(21)
                .contains(new TraceEntry(
                        "__insmod_nfsd_O/lib/modules/2.4.10-pre4/kernel/fs/nfsd/nfsd", -13721617, 96, "nfsd", false));
    }

    @Test
    void sevenOopsesFoldIntoThreeSignaturesAndOneCause() {
        TriageReport report = Logs.triage(Logs.text(Logs.PRE4));
        assertThat(report.oopses()).isEqualTo(7);
        assertThat(report.unpairedBugLines()).isZero();
        assertThat(report.signatures().stream().map(SignatureGroup::signature))
                .containsExactly(signature(WP), signature(ANONYMOUS), signature(NOPAGE));
        assertThat(report.signatures().stream().map(SignatureGroup::oopses)).containsExactly(4L, 2L, 1L);
        assertThat(report.rootCauses()).singleElement().satisfies(cause -> {
            assertThat(cause.place()).isEqualTo("include/asm/highmem.h:95");
            assertThat(cause.evidence())
                    .isEqualTo("one BUG line, inlined into do_wp_page, do_anonymous_page, filemap_nopage");
            assertThat(cause.oopses()).isEqualTo(7);
        });
    }

    @Test
    void fourOopsesWithoutBugLineAreThreeSignaturesWhoseCauseCannotBeKnownWithoutSeeds() {
        TriageReport report = Logs.triage(Logs.text(Logs.AC10));
        assertThat(report.oopses()).isEqualTo(4);
        assertThat(report.signatures().stream().map(SignatureGroup::oopses)).containsExactly(1L, 2L, 1L);
        assertThat(report.rootCauses()).hasSize(3).noneMatch(RootCause::isKnown);
    }

    @Test
    void allocationFailuresAreCountedWithTheirRepeats() {
        AllocationFailures failures = Logs.triage(Logs.text(Logs.ALLOC)).allocationFailures();
        assertThat(failures.whole()).isEqualTo(1 + 93 + 1 + 281);
        assertThat(failures.truncated()).isEqualTo(1);
        assertThat(failures.runs().stream().map(AllocationFailures.Run::count))
                .containsExactly("1 + 93", "1 truncated", "1 + 281");
    }

    private static Signature signature(List<String> chain) {
        return new Signature("BUG", "BUG", "include/asm/highmem.h:95", chain);
    }

    private static long hex(String digits) {
        return digits == null ? -1 : Long.parseLong(digits, 16);
    }
}
