package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However large a log is, what is kept of it is bounded, and counts stay exact. */
final class BoundedTriageTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void oopsesInTwoHundredMegabytesOfNoiseAreCountedAndOnlyTheFirstAreKept() throws IOException {
        StringBuilder text = new StringBuilder(Logs.text(Logs.PRE4)).append('\n');
        for (int i = 0; i < 1000; i++) {
            text.append(Logs.noise(i)).append('\n');
        }
        byte[] log = text.toString().getBytes(StandardCharsets.UTF_8);
        long times = 200 * MEGABYTE / log.length + 1;
        TriageReport report = triage(new Repeated(log, times * log.length));
        assertThat(report.inputs().get(0).bytes()).isGreaterThanOrEqualTo(200 * MEGABYTE);
        assertThat(report.oopses()).isEqualTo(7 * times);
        assertThat(report.records()).hasSize(Triage.RECORDS_MAX);
        assertThat(report.signatures().stream().map(SignatureGroup::oopses))
                .containsExactly(4 * times, 2 * times, times);
        assertThat(report.rootCauses()).hasSize(1);
        assertThat(report.unpairedBugLines()).isZero();
    }

    @Test
    void lineWithoutEndIsCutAndWhatFollowsIsRead() throws IOException {
        byte[] endless = new byte[1 << 16];
        Arrays.fill(endless, (byte) 'x');
        InputStream log = new SequenceInputStream(
                new Repeated(endless, 300 * MEGABYTE),
                new ByteArrayInputStream(("\n" + Logs.text(Logs.PRE4)).getBytes(StandardCharsets.UTF_8)));
        TriageReport report = triage(log);
        assertThat(report.oopses()).isEqualTo(7);
        assertThat(report.inputs().get(0).overlongLines()).isEqualTo(1);
    }

    @Test
    void quotedParagraphWithoutEndIsBounded() throws IOException {
        byte[] line = "> word word word word\n".getBytes(StandardCharsets.UTF_8);
        InputStream log = new SequenceInputStream(
                new ByteArrayInputStream("> Sep  8 18:10:16 testbox kernel: x\n".getBytes(StandardCharsets.UTF_8)),
                new Repeated(line, 20 * MEGABYTE / line.length * line.length));
        assertThat(triage(log).inputs().get(0).syslogLines()).isLessThanOrEqualTo(2);
    }

    @Test
    void signaturesHostsAndWaitingBugLinesAreBounded() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            String envelope = "Sep  8 18:10:16 host" + i + " kernel: ";
            log.append(envelope).append("invalid operand: 0000\n");
            log.append(envelope).append("EIP:    0010:[function").append(i).append("+1/2]\n");
            log.append(Logs.bug(95)).append('\n');
        }
        TriageReport report = Logs.triage(log.toString());
        assertThat(report.oopses()).isEqualTo(3000);
        assertThat(report.records()).hasSize(Triage.RECORDS_MAX);
        assertThat(report.signatures()).hasSize(Triage.SIGNATURES_MAX);
        assertThat(report.oopsesBeyondSignatures()).isEqualTo(2000);
        assertThat(report.unpairedBugLines()).isEqualTo(3000);
        assertThat(report.hostsDropped()).isEqualTo(3001 - SyslogReader.HOSTS_MAX);
    }

    @Test
    void allocationRunsAreBoundedAndTheirTotalsExact() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            log.append(Logs.ENVELOPE).append("__alloc_pages: ").append(i % 10).append("-order allocation failed.\n");
        }
        AllocationFailures failures = Logs.triage(log.toString()).allocationFailures();
        assertThat(failures.whole()).isEqualTo(1000);
        assertThat(failures.runs()).hasSize(AllocationTally.RUNS_MAX);
        assertThat(failures.runsNotListed()).isEqualTo(1000 - AllocationTally.RUNS_MAX);
    }

    @Test
    void dumpWhoseRestIsLostEndsInSilence() {
        StringBuilder log = new StringBuilder(Logs.ENVELOPE + "invalid operand: 0000\n");
        for (int i = 0; i < HostLog.SILENCE_MAX + 5; i++) {
            log.append(Logs.noise(i)).append('\n');
        }
        Logs.dump(1).stream().skip(1).forEach(line -> log.append(line).append('\n'));
        assertThat(Logs.triage(log.toString()).records())
                .hasSize(2)
                .allMatch(oops -> oops.warnings().toString().contains("truncated"));
    }

    private static TriageReport triage(InputStream log) throws IOException {
        Triage triage = new Triage(List.of());
        triage.read("test", log);
        return triage.report();
    }

    /** A stream of the same bytes again and again, made while it is read. */
    private static final class Repeated extends InputStream {
        private final byte[] pattern;
        private long left;
        private int at;

        Repeated(byte[] pattern, long length) {
            this.pattern = pattern;
            this.left = length;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            int count = (int) Math.min(Math.min(length, pattern.length - at), left);
            System.arraycopy(pattern, at, into, offset, count);
            at = (at + count) % pattern.length;
            left -= count;
            return count;
        }
    }
}
