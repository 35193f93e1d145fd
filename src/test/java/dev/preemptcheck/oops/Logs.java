package dev.preemptcheck.oops;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The logs of the test resources, and triage of a text. */
final class Logs {
    static final String PRE4 = "2.4.10-pre4-preempt-highmem.log";
    static final String AC10 = "2.4.9-ac10-preempt-highmem.log";
    static final String ALLOC = "2.4.10-pre4-alloc-failed.log";
    static final String ENVELOPE = "Sep  8 18:10:16 testbox kernel: ";

    private Logs() {}

    static String text(String name) {
        try (InputStream in = Logs.class.getResourceAsStream("/logs/" + name)) {
            if (in == null) {
                throw new AssertionError("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(String name) {
        return text(name).lines().toList();
    }

    static TriageReport triage(String text) {
        return triage(text, List.of());
    }

    static TriageReport triage(String text, List<KnownSeed> seeds) {
        Triage triage = new Triage(seeds);
        try {
            triage.read("test", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (UnreadableLogException e) {
            throw new AssertionError(e);
        }
        return triage.report();
    }

    static TriageReport triage(List<String> lines) {
        return triage(String.join("\n", lines) + "\n");
    }

    /** The records without where they stand, which a copy of the log must share. */
    static List<OopsRecord> contents(TriageReport report) {
        return report.records().stream().map(OopsRecord::withoutPosition).toList();
    }

    static List<OopsRecord> contents(String name) {
        return contents(triage(text(name)));
    }

    /** The lines of the n-th dump of the 2.4.10-pre4 log, from 1, its BUG line left out. */
    static List<String> dump(int n) {
        List<String> lines = new ArrayList<>();
        int seen = 0;
        for (String line : lines(PRE4)) {
            seen += line.contains("invalid operand") ? 1 : 0;
            boolean foreign = line.contains("kernel BUG at") || line.contains(" IN=");
            if (seen == n && !foreign) {
                lines.add(line);
            }
        }
        return lines;
    }

    static String bug(int line) {
        return ENVELOPE + "kernel BUG at /usr/src/linux-2.4.10-pre4/include/asm/highmem.h:" + line + "!";
    }

    static String noise(int n) {
        return ENVELOPE + "LOIN DROP IN=eth0 OUT= MAC= SRC=192.0.2." + n % 250
                + " DST=192.0.2.255 LEN=241 TOS=0x02 PREC=0x00 TTL=64 ID=0 DF PROTO=UDP SPT=138 DPT=138 LEN=221";
    }
}
