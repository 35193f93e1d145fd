package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real logs do to an oops (facts 7.2 and 7.4), one by one. */
final class OopsTrapsTest {
    @Test
    void bugLinesAndDumpsArePairedByQueueAndNotByAdjacency() {
        List<String> lines = new ArrayList<>(List.of(Logs.bug(95), Logs.bug(95), Logs.noise(1), Logs.bug(95)));
        for (int n = 1; n <= 3; n++) {
            lines.addAll(Logs.dump(n));
            lines.add(Logs.noise(n));
        }
        TriageReport report = Logs.triage(lines);
        assertThat(report.records())
                .hasSize(3)
                .allMatch(oops -> oops.bug() != null && oops.warnings().isEmpty());
        assertThat(report.records()).extracting("bug.number").containsExactly(1L, 2L, 4L);
        assertThat(report.unpairedBugLines()).isZero();
    }

    @Test
    void lineNumberOnTheStackPicksTheBugLineOutOfTheQueue() {
        List<String> lines = new ArrayList<>(List.of(Logs.bug(113), Logs.bug(95)));
        lines.addAll(Logs.dump(1));
        TriageReport report = Logs.triage(lines);
        assertThat(report.records().get(0).signature().place()).isEqualTo("include/asm/highmem.h:95");
        assertThat(report.unpairedBugLines()).isEqualTo(1);
    }

    @Test
    void bugLinePrintedDuringADumpBelongsToALaterOne() {
        List<String> lines = new ArrayList<>(Logs.dump(1));
        lines.add(5, Logs.bug(95));
        lines.addAll(Logs.dump(2));
        List<OopsRecord> records = Logs.triage(lines).records();
        assertThat(records.get(0).bug()).isNull();
        assertThat(records.get(0).warnings()).containsExactly("its BUG line is lost; the line number it pushed is 95");
        assertThat(records.get(1).bug()).isNotNull();
    }

    @Test
    void bugLineWithoutDumpIsReportedAndIsNoOops() {
        TriageReport report = Logs.triage(List.of(Logs.bug(95), Logs.noise(1)));
        assertThat(report.oopses()).isZero();
        assertThat(report.unpairedBugLines()).isEqualTo(1);
    }

    @Test
    void repeatedBugLineServesAsManyDumps() {
        List<String> lines =
                new ArrayList<>(List.of(Logs.bug(95), "Sep  8 18:10:16 testbox last message repeated 2 times"));
        for (int n = 1; n <= 3; n++) {
            lines.addAll(Logs.dump(n));
        }
        TriageReport report = Logs.triage(lines);
        assertThat(report.records()).hasSize(3).allMatch(oops -> oops.bug() != null);
        assertThat(report.unpairedBugLines()).isZero();
    }

    @Test
    void repeatBelongsToThePreviousLineOfItsOwnHost() {
        String failure = "kernel: __alloc_pages: 0-order allocation failed (gfp=0x70/1).";
        AllocationFailures failures = Logs.triage(List.of(
                        "Sep  9 23:08:02 one " + failure,
                        "Sep  9 23:08:02 two kernel: something else",
                        "Sep  9 23:08:02 one last message repeated 5 times",
                        "Sep  9 23:08:02 two last message repeated 7 times",
                        "Sep  9 23:08:02 one last message repeated 9 times"))
                .allocationFailures();
        assertThat(failures.whole()).isEqualTo(1 + 5 + 9);
        assertThat(failures.runs())
                .singleElement()
                .extracting(AllocationFailures.Run::count)
                .isEqualTo("1 + 14");
    }

    @Test
    void noiseBetweenAnyTwoLinesChangesNothing() {
        List<String> noisy = new ArrayList<>();
        for (String line : Logs.lines(Logs.PRE4)) {
            noisy.add(line);
            noisy.add(Logs.noise(noisy.size()));
            noisy.add("Sep  8 18:10:16 testbox sshd[12]: Accepted password for root");
            noisy.add("Sep  8 18:10:16 testbox : time=1000230523  unable to read \"uptime\"   ^I../SRC/x.c 239");
            noisy.add("");
        }
        assertThat(Logs.contents(Logs.triage(noisy))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void twoHostsInterleavedLineByLineAreKeptApart() {
        List<String> mixed = new ArrayList<>();
        for (String line : Logs.lines(Logs.PRE4)) {
            mixed.add(line);
            mixed.add(line.replace(" testbox ", " otherbox "));
        }
        TriageReport report = Logs.triage(mixed);
        assertThat(report.oopses()).isEqualTo(14);
        assertThat(report.signatures()).hasSize(3);
        assertThat(report.records()).allMatch(oops -> oops.warnings().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 33, 53, 60, 87, 117})
    void splittingALogBetweenRecordsOrInsideLosesNoOops(int cut) {
        List<String> lines = Logs.lines(Logs.PRE4);
        TriageReport head = Logs.triage(lines.subList(0, cut));
        TriageReport tail = Logs.triage(lines.subList(cut, lines.size()));
        assertThat(head.oopses() + tail.oopses()).isBetween(7L, 8L);
        assertThat(head.records().size()
                        + tail.records().stream()
                                .filter(oops -> oops.process().isEmpty())
                                .count())
                .isLessThanOrEqualTo(8);
    }

    @Test
    void everyPrefixOfALogIsReadAndOnlyItsLastRecordIsTruncated() {
        List<String> lines = Logs.lines(Logs.PRE4);
        for (int cut = 0; cut <= lines.size(); cut++) {
            List<OopsRecord> records = Logs.triage(lines.subList(0, cut)).records();
            long truncated = records.stream()
                    .filter(oops -> oops.warnings().toString().contains("truncated"))
                    .count();
            assertThat(truncated).as("cut after line %d", cut).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void headOfADumpLostInTheRingBufferIsReportedAsTruncated() {
        List<String> lines = new ArrayList<>();
        lines.add(Logs.ENVELOPE + "0010:[do_wp_page+636/1088]");
        lines.addAll(Logs.dump(1).subList(3, 15));
        OopsRecord oops = Logs.triage(lines).records().get(0);
        assertThat(oops.function()).isEqualTo("do_wp_page");
        assertThat(oops.signature().rule()).isEqualTo("BUG");
        assertThat(oops.warnings()).anyMatch(warning -> warning.equals("truncated: the log lacks the trap line, CPU"));
    }

    @Test
    void headOfABugLineLostInTheRingBufferIsCompletedFromAWholeOne() {
        List<String> lines = new ArrayList<>(List.of(Logs.bug(95)));
        lines.addAll(Logs.dump(1));
        lines.add(Logs.ENVELOPE + "-pre4/include/asm/highmem.h:95!");
        lines.addAll(Logs.dump(2));
        OopsRecord oops = Logs.triage(lines).records().get(1);
        assertThat(oops.signature().place()).isEqualTo("include/asm/highmem.h:95");
        assertThat(oops.warnings()).containsExactly("truncated: the head of its BUG line is lost");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"allocation failed (gfp=0x70/1).", "cation failed (gfp=0x70/1).", "(gfp=0x70/1).", "x70/1)."})
    void suffixOfAnAllocationFailureIsOneMoreTruncated(String suffix) {
        AllocationFailures failures = Logs.triage(List.of(
                        Logs.ENVELOPE + "__alloc_pages: 3-order allocation failed (gfp=0x70/1).",
                        Logs.ENVELOPE + suffix))
                .allocationFailures();
        assertThat(failures.whole()).isEqualTo(1);
        assertThat(failures.truncated()).isEqualTo(1);
    }

    @Test
    void headAndTailGluedTogetherAreTwoTruncated() {
        AllocationFailures failures = Logs.triage(
                        List.of(Logs.ENVELOPE + "__alloc_pages: 0-order allocatiocation failed (gfp=0x70/1)."))
                .allocationFailures();
        assertThat(failures.truncated()).isEqualTo(2);
    }

    @Test
    void oldFormOfTheAllocationFailureIsCounted() {
        AllocationFailures failures = Logs.triage(List.of(Logs.ENVELOPE + "__alloc_pages: 2-order allocation failed."))
                .allocationFailures();
        assertThat(failures.runs())
                .containsExactly(new AllocationFailures.Run("Sep 8 18:10:16", "testbox", 2, "", -1, 1, 0, false));
    }

    @Test
    void priorityTagInMidLineBeginsAnotherMessage() {
        List<String> lines = new ArrayList<>(Logs.dump(1));
        String code = lines.remove(lines.size() - 1);
        lines.add(code + " <6>device eth0 left promiscuous mode");
        lines.set(0, Logs.ENVELOPE + "IN=eth0 OUT= <0>invalid operand: 0000");
        OopsRecord oops = Logs.triage(lines).records().get(0);
        assertThat(oops.code()).hasSize(20);
        assertThat(oops.trap()).isEqualTo("invalid operand");
    }

    @Test
    void bugLineBehindAnUnterminatedMessageIsFound() {
        List<String> lines = new ArrayList<>();
        lines.add(Logs.bug(95).replace("kernel BUG", "LOIN IN=lo OUT= kernel BUG"));
        lines.addAll(Logs.dump(1));
        assertThat(Logs.triage(lines).records().get(0).bug()).isNotNull();
    }

    @Test
    void undecodedAddressesAreKeptAndSaid() {
        List<String> lines = Logs.dump(1).stream()
                .map(line -> line.replace("[do_wp_page+636/1088]", "[<c01239ec>]")
                        .replace("[__mmdrop+58/64]", "[<c0111a17>]"))
                .toList();
        OopsRecord oops = Logs.triage(lines).records().get(0);
        assertThat(oops.signature().chain()).containsExactly("[<c01239ec>]", "handle_mm_fault", "do_page_fault");
        assertThat(oops.trace()).hasSize(6).contains(new TraceEntry("[<c0111a17>]", 0, 0, "", false));
        assertThat(oops.warnings())
                .contains(
                        "EIP is undecoded; look [<c01239ec>] up in the System.map of that kernel",
                        "1 of 6 trace entries are undecoded");
    }

    @Test
    void contradictionsAreWarnings() {
        List<String> lines = new ArrayList<>(List.of(Logs.bug(95)));
        Logs.dump(1)
                .forEach(line -> lines.add(line.replace("eax: 00000043", "eax: 00000044")
                        .replace("0000005f", "00000060")
                        .replace("stackpage=f4d4d000", "stackpage=f4d4c000")
                        .replace("edx: f4d4c000", "edx: 00000000")
                        .replace("do_wp_page+636/1088", "do_wp_page+1088/1088")));
        assertThat(Logs.triage(lines).records().get(0).warnings())
                .containsExactly(
                        "EIP do_wp_page+1088/1088 lies outside its function: wrong System.map?",
                        "Stack[2] is 96, but its BUG line says 95",
                        "eax is 68, but its BUG message has 67 bytes",
                        "stackpage is f4d4c000, but esp f4d4dec8 lies elsewhere",
                        "edx is 00000000, not the task of esp f4d4dec8, as in other oopses of this place");
    }

    @Test
    void otherTrapThanABugTakesNoBugLineAndHasItsOwnRule() {
        List<String> lines = new ArrayList<>();
        lines.add(Logs.bug(95));
        lines.add(Logs.ENVELOPE + "Unable to handle kernel NULL pointer dereference at virtual address 00000004");
        Logs.dump(1)
                .forEach(line ->
                        lines.add(line.replace("invalid operand", "Oops").replace("0f 0b", "8b 40")));
        TriageReport report = Logs.triage(lines);
        OopsRecord oops = report.records().get(0);
        assertThat(oops.signature().rule()).isEqualTo("OOPS");
        assertThat(oops.signature().outcome()).isEqualTo("NULL-pointer");
        assertThat(oops.frames()).isEqualTo(PageFrames.NONE);
        assertThat(report.unpairedBugLines()).isEqualTo(1);
    }

    @Test
    void rawDmesgWithoutEnvelopesIsRead() {
        String raw = Logs.text(Logs.PRE4)
                .lines()
                .map(line -> "<4>" + line.replaceFirst("^.*? kernel: ?", "") + "\n")
                .reduce("", String::concat);
        List<OopsRecord> records = Logs.triage(raw).records();
        assertThat(records).hasSize(7).allMatch(oops -> oops.warnings().isEmpty());
        assertThat(records.stream().map(OopsRecord::signature))
                .isEqualTo(Logs.triage(Logs.text(Logs.PRE4)).records().stream()
                        .map(OopsRecord::signature)
                        .toList());
    }

    @Test
    void windowsLineEndsNonUtf8AndNulBytesChangeNothing() {
        String damaged = Logs.text(Logs.PRE4).replace("\n", "\r\n\0\0\0");
        assertThat(Logs.contents(Logs.triage(damaged))).isEqualTo(Logs.contents(Logs.PRE4));
        assertThat(SyslogLine.of("Sep  8 18:10:16 testbox kernel: \ufffd\ufffd").text())
                .isEqualTo("\ufffd\ufffd");
    }
}
