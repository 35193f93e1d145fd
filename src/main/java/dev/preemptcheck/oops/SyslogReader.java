package dev.preemptcheck.oops;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads one log from its first byte to its last and gives each host's lines to its {@link HostLog}. Copies quoted at different depths are
 * kept apart like hosts, so that a mail with a log and its quotation doesn't mix them up.
 */
final class SyslogReader {
    static final int HOSTS_MAX = 256;

    private final String input;
    private final LineSource lines;
    private final Tallies tallies;
    private final TraceDesk traces;
    private final long messagesBefore;
    private final Map<String, HostLog> hosts = new LinkedHashMap<>(16, 0.75f, true);
    private long syslogLines;
    private long unpairedBugLines;
    private long hostsDropped;

    SyslogReader(String input, InputStream in, Tallies tallies) {
        this.input = input;
        this.lines = new LineSource(in);
        this.tallies = tallies;
        this.traces = new TraceDesk(input, tallies.traces());
        this.messagesBefore = tallies.messages().messages();
    }

    /** Reads to the end. What was found before a failure is handed on in any case. */
    void read() throws IOException {
        MailUnwrapper unwrapper = new MailUnwrapper(this::accept);
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                unwrapper.accept(line, lines.lines());
            }
        } finally {
            unwrapper.flush();
            hosts.values().forEach(this::close);
            hosts.clear();
            traces.finish();
        }
    }

    private void accept(LogicalLine line) {
        SyslogLine syslog = SyslogLine.of(line.text());
        boolean stamped = !KernelStamp.of(line.text().strip()).time().isEmpty();
        syslogLines += syslog.host().isEmpty() && !stamped ? 0 : 1;
        String key = line.quoteDepth() + " " + syslog.host();
        HostLog log = hosts.get(key);
        if (log == null) {
            makeRoom();
            log = new HostLog(input, key, tallies, traces);
            hosts.put(key, log);
        }
        log.accept(syslog, line);
    }

    private void makeRoom() {
        if (hosts.size() >= HOSTS_MAX) {
            Iterator<HostLog> oldest = hosts.values().iterator();
            close(oldest.next());
            oldest.remove();
            hostsDropped++;
        }
    }

    private void close(HostLog log) {
        log.finish();
        unpairedBugLines += log.unpairedBugLines();
    }

    long unpairedBugLines() {
        return unpairedBugLines;
    }

    long hostsDropped() {
        return hostsDropped;
    }

    InputSummary summary(long oopses, String kernelVersion, boolean wholeRead) {
        return new InputSummary(
                input,
                lines.bytes(),
                lines.lines(),
                syslogLines,
                lines.overlongLines(),
                lines.nulBytes(),
                oopses,
                tallies.messages().messages() - messagesBefore,
                traces.traces(),
                kernelVersion,
                wholeRead);
    }
}
