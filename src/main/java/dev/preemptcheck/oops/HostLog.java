package dev.preemptcheck.oops;

import dev.preemptcheck.oops.message.KernelMessage;
import dev.preemptcheck.oops.message.MessageReader;
import org.jspecify.annotations.Nullable;

/**
 * The kernel messages of one host, in order. Finds BUG lines, register dumps, allocation failures, the kernel's other complaints and
 * latency traces among the noise, pairs BUG lines with dumps, and hands on every finished oops. A priority tag in mid-line, left by a message without newline, begins another message
 * (fact 7.2).
 */
final class HostLog {
    /** A dump that gets no further line within this many kernel messages is over: its rest was lost. */
    static final int SILENCE_MAX = 1000;

    private static final String UNABLE = "Unable to handle kernel ";

    private final String input;
    private final String key;
    private final Tallies tallies;
    private final TraceDesk traces;
    private final MessageReader complaints;
    private final BugQueue bugs = new BugQueue();
    private @Nullable BugLine lastWholeBug;
    private @Nullable OopsDump dump;
    private int silence;
    private long messages;
    private long dumpStart;
    private String host = "";
    private String kernelVersion = "";
    private String reason = "";
    private Repeatable previous = Repeatable.IGNORED;

    /** The log of the host that the reader tells from others by {@code key}. */
    HostLog(String input, String key, Tallies tallies, TraceDesk traces) {
        this.input = input;
        this.key = key;
        this.tallies = tallies;
        this.traces = traces;
        this.complaints = new MessageReader(tallies.messages());
    }

    /** Takes the next line of this host. */
    void accept(SyslogLine line, LogicalLine from) {
        long repeats = line.repeats();
        if (repeats >= 0) {
            previous.again(repeats); // syslogd says so more than once while it goes on
        } else if (line.fromKernel()) {
            host = line.host();
            messages(line, from);
        } else {
            previous = Repeatable.IGNORED;
        }
    }

    /** Ends what is open; to be called at the end of the file. */
    void finish() {
        complaints.finish();
        finishDump();
    }

    private void finishDump() {
        OopsDump done = dump;
        dump = null;
        if (done != null && done.isOops()) {
            tallies.oopses().add(record(done));
        }
    }

    /** How many BUG lines never met a dump. */
    long unpairedBugLines() {
        return bugs.unpaired();
    }

    private void messages(SyslogLine line, LogicalLine from) {
        String text = line.text();
        int start = 0;
        for (int tag = text.indexOf('<'); tag >= 0; tag = text.indexOf('<', tag + 1)) {
            if (isPriority(text, tag)) {
                if (tag > start) {
                    message(text.substring(start, tag), line, from);
                }
                start = tag + 3;
            }
        }
        message(text.substring(start), line, from);
    }

    /** Not {@code (<5>)}, the number of a task in a latency trace. */
    private static boolean isPriority(String text, int at) {
        return at + 2 < text.length()
                && (at == 0 || text.charAt(at - 1) != '(')
                && text.charAt(at + 1) >= '0'
                && text.charAt(at + 1) <= '7'
                && text.charAt(at + 2) == '>';
    }

    private void message(String raw, SyslogLine envelope, LogicalLine from) {
        messages++;
        KernelStamp stamp = KernelStamp.of(raw.strip());
        SyslogLine line = envelope.orAt(stamp.time());
        String text = stamp.text();
        BugLine bug = BugLine.of(text, line.time(), from.number());
        Repeatable failure = bug == null ? tallies.allocations().accept(text, line.time(), line.host()) : null;
        if (bug != null) {
            previous = bugs.add(bug.completedBy(lastWholeBug), messages);
            lastWholeBug = bug.truncated() ? lastWholeBug : bug;
        } else if (failure != null) {
            previous = failure;
        } else {
            previous = otherMessage(text, line, from);
        }
    }

    private Repeatable otherMessage(String text, SyslogLine line, LogicalLine from) {
        if (complaints.accept(
                text, new KernelMessage.Origin(input, from.number(), from.quoteDepth(), line.time(), line.host()))) {
            return complaints::again;
        }
        if (!traces.accept(key, text, from.number())) {
            dumpLine(text, line, from);
        }
        return Repeatable.IGNORED;
    }

    private void dumpLine(String text, SyslogLine line, LogicalLine from) {
        OopsPart started = OopsPart.startedBy(text);
        OopsPart part = dump == null ? started : dump.partOf(text, started);
        if (part == null) {
            otherLine(text);
            return;
        }
        OopsDump open = dump;
        if (open == null || !open.accepts(part)) {
            finishDump();
            complaints.finish();
            open = new OopsDump(line.time(), from.quoteDepth(), from.number());
            dump = open;
            dumpStart = messages;
        }
        silence = 0;
        open.take(part, text);
        if (open.isComplete()) {
            finishDump();
        }
    }

    private void otherLine(String text) {
        if (text.startsWith(UNABLE)) {
            reason = text;
        }
        String version = KernelClue.inStartUp(text);
        kernelVersion = version.isEmpty() ? kernelVersion : version;
        if (dump != null && ++silence > SILENCE_MAX) {
            finishDump();
        }
    }

    private OopsRecord record(OopsDump done) {
        BugLine bug = done.isBug() ? bugs.take(done.pushedLine(), dumpStart) : null;
        String words = done.trap.equals("Oops") ? reason : "";
        reason = "";
        return OopsRecorder.record(done, bug, words, input, host, kernelVersion);
    }
}
