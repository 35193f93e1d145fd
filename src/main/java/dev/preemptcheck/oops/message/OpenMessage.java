package dev.preemptcheck.oops.message;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message while its lines come in: details, then the call trace, other lines in between. A lockdep splat prints the traces of
 * earlier acquisitions as well; its call trace is what follows {@code stack backtrace:}.
 */
final class OpenMessage {
    private static final int DETAILS_MAX = 16;
    private static final int DETAIL_CHARS_MAX = 200;
    private static final Pattern DETAIL = Pattern.compile(
            "in_atomic\\(\\):.*|entered with [0-9a-f]{8}, exited with .*"
                    + "|caller is .*|preempt_count: [0-9a-f]{1,8}, expected: .*|(?:=> )?(?:started|ended) at(?: timestamp \\d+)?:.*");
    private static final Pattern LOCKDEP_DETAIL =
            Pattern.compile(".{1,64}/\\d{1,9} (?:is trying to |just changed |\\[HC).*"
                    + "|(?:but|which|and) .*(?:lock|locks).*|inconsistent \\{.*\\} -> \\{.*\\} usage\\.?"
                    + "|(?:[0-9a-f]{8,16} )?\\(.{1,120}\\)\\{.*, at:.*|WARNING: .*");
    private static final Pattern LOCK = Pattern.compile("(?:[0-9a-f]{8,16} )?\\((.{1,120})\\)\\{[^}]*\\}.*, at:.*");
    private static final Pattern TASK = Pattern.compile(".*\\bpid: (\\d{1,9}), name: (.{1,64})");
    private static final Pattern LOCKDEP_TASK =
            Pattern.compile("(.{1,64})/(\\d{1,9}) (?:is trying|just changed|\\[HC).*");
    private static final Pattern COUNT =
            Pattern.compile("(?:preempt_count: |in_atomic\\(\\):1 \\[)([0-9a-f]{1,8})(?:, expected: |\\], irqs_).*");
    private static final Pattern CONTEXT = Pattern.compile("</?(?:TASK|IRQ|NMI|SOFTIRQ|EOI|EOE|#?DF)>.*|={5,}|-{5,}");

    private final KernelMessage.Origin origin;
    private final MessageHead head;
    private final String text;
    private final List<String> details = new ArrayList<>();
    private final List<String> locks = new ArrayList<>();
    private final List<CallFrame> frames = new ArrayList<>();
    private @Nullable CountFields count;
    private String task;
    private int pid;
    private boolean cut;
    private boolean inTrace;
    private boolean aside;
    long times = 1;

    OpenMessage(MessageHead head, String text, KernelMessage.Origin origin) {
        this.head = head;
        this.text = text.substring(0, Math.min(text.length(), DETAIL_CHARS_MAX));
        this.origin = origin;
        this.count = head.count();
        this.task = head.task();
        this.pid = head.pid();
        this.inTrace = head.kind() != MessageKind.LOCKDEP;
        if (!head.rest().isEmpty()) {
            take(head.rest());
        }
    }

    boolean isLockdep() {
        return head.kind() == MessageKind.LOCKDEP;
    }

    boolean isOver() {
        return cut || head.kind().isOneLine();
    }

    /** Takes a stripped line that belongs to this message; false if it doesn't. */
    boolean take(String line) {
        if (line.startsWith("...")) {
            cut = true;
            return true;
        }
        if (line.startsWith("Call Trace:") || line.equals("stack backtrace:")) {
            inTrace = true;
            aside = false;
            takeFrames(line.substring(line.indexOf(':') + 1).strip());
            return true;
        }
        if (line.equals("Preemption disabled at:")) {
            aside = true;
            return true;
        }
        return takeDetail(line) || takeFrames(line) || CONTEXT.matcher(line).matches();
    }

    private boolean takeDetail(String line) {
        boolean detail = DETAIL.matcher(line).matches()
                || (isLockdep() && !inTrace && LOCKDEP_DETAIL.matcher(line).matches());
        if (detail && details.size() < DETAILS_MAX) {
            details.add(line.substring(0, Math.min(line.length(), DETAIL_CHARS_MAX)));
            facts(line);
        }
        return detail;
    }

    private void facts(String line) {
        Matcher said = TASK.matcher(line);
        Matcher locker = LOCKDEP_TASK.matcher(line);
        Matcher value = COUNT.matcher(line);
        Matcher lock = LOCK.matcher(line);
        if (said.matches()) {
            pid = Integer.parseInt(said.group(1));
            task = said.group(2);
        } else if (isLockdep() && task.isEmpty() && locker.matches()) {
            task = locker.group(1);
            pid = Integer.parseInt(locker.group(2));
        } else if (value.matches()) {
            count = CountFields.decode(Integer.parseUnsignedInt(value.group(1), 16));
        } else if (isLockdep() && locks.size() < 2 && lock.matches()) {
            locks.add(lock.group(1));
        }
    }

    private boolean takeFrames(String line) {
        List<CallFrame> found = CallFrame.allIn(line, MessageReader.FRAMES_MAX);
        if (inTrace && !aside) {
            int room = MessageReader.FRAMES_MAX - frames.size();
            frames.addAll(found.subList(0, Math.min(found.size(), room)));
            cut |= line.endsWith(" ...");
        }
        aside &= found.isEmpty();
        return !found.isEmpty();
    }

    KernelMessage message() {
        String subject = locks.isEmpty() ? head.subject() : head.subject() + " of " + String.join(" and ", locks);
        boolean handler = head.kind() == MessageKind.UNBALANCED_HANDLER && !details.isEmpty();
        return new KernelMessage(
                origin,
                head.kind(),
                text,
                handler ? subject + ", " + details.get(0) : subject,
                count,
                head.todaysCount(),
                task,
                pid,
                details,
                frames,
                cut);
    }
}
