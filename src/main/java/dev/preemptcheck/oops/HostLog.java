package dev.preemptcheck.oops;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel messages of one host, in order. Finds BUG lines, register dumps and allocation failures among the noise, pairs BUG lines
 * with dumps, and hands on every finished oops. A priority tag in mid-line, left by a message without newline, begins another message
 * (fact 7.2).
 */
final class HostLog {
    /** A dump that gets no further line within this many kernel messages is over: its rest was lost. */
    static final int SILENCE_MAX = 1000;

    private static final String UNABLE = "Unable to handle kernel ";

    private final String input;
    private final String key;
    private final AllocationTally allocations;
    private final TraceDesk traces;
    private final Consumer<OopsRecord> sink;
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
    HostLog(String input, String key, AllocationTally allocations, TraceDesk traces, Consumer<OopsRecord> sink) {
        this.input = input;
        this.key = key;
        this.allocations = allocations;
        this.traces = traces;
        this.sink = sink;
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

    /** Ends the dump that is open, if any; to be called at the end of the file. */
    void finish() {
        OopsDump done = dump;
        dump = null;
        if (done != null && done.isOops()) {
            sink.accept(record(done));
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

    private void message(String raw, SyslogLine line, LogicalLine from) {
        messages++;
        String text = raw.strip();
        BugLine bug = BugLine.of(text, line.time(), from.number());
        Repeatable failure = bug == null ? allocations.accept(text, line.time(), line.host()) : null;
        if (bug != null) {
            previous = bugs.add(bug.completedBy(lastWholeBug), messages);
            lastWholeBug = bug.truncated() ? lastWholeBug : bug;
        } else if (failure != null) {
            previous = failure;
        } else {
            previous = Repeatable.IGNORED;
            if (!traces.accept(key, text, from.number())) {
                dumpLine(text, line, from);
            }
        }
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
            finish();
            open = new OopsDump(line.time(), from.quoteDepth(), from.number());
            dump = open;
            dumpStart = messages;
        }
        silence = 0;
        open.take(part, text);
        if (open.isComplete()) {
            finish();
        }
    }

    private void otherLine(String text) {
        if (text.startsWith(UNABLE)) {
            reason = text;
        }
        String version = KernelClue.inStartUp(text);
        kernelVersion = version.isEmpty() ? kernelVersion : version;
        if (dump != null && ++silence > SILENCE_MAX) {
            finish();
        }
    }

    private OopsRecord record(OopsDump done) {
        BugLine bug = done.isBug() ? bugs.take(done.pushedLine(), dumpStart) : null;
        String words = done.trap.equals("Oops") ? reason : "";
        reason = "";
        return OopsRecorder.record(done, bug, words, input, host, kernelVersion);
    }
}
