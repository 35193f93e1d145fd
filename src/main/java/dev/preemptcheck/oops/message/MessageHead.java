package dev.preemptcheck.oops.message;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a message, in the words of 2.6.9, 2.6.10 and today (facts 7.5 and 7.6).
 *
 * @param rest what follows on the same line, such as frames that a mail put there
 */
record MessageHead(
        MessageKind kind,
        String subject,
        @Nullable CountFields count,
        boolean todaysCount,
        String task,
        int pid,
        String rest) {
    /**
     * How a kind begins. Named groups are what a message can say: {@code subject}, {@code count}, {@code task}, {@code pid},
     * {@code rest}.
     *
     * @param key words without which it can't match
     */
    private record Form(MessageKind kind, boolean today, String key, Pattern pattern, List<String> groups) {
        static Form of(MessageKind kind, boolean today, String key, String pattern) {
            List<String> groups = List.of("subject", "count", "task", "pid", "rest").stream()
                    .filter(group -> pattern.contains("(?<" + group + ">"))
                    .toList();
            return new Form(kind, today, key, Pattern.compile(pattern), groups);
        }

        String group(Matcher found, String name) {
            String value = groups.contains(name) ? found.group(name) : null;
            return value == null ? "" : value;
        }
    }

    private static final String TASK = "(?<task>.{0,64})";
    private static final String PID = "(?<pid>\\d{1,9})";
    private static final List<Form> FORMS = List.of(
            Form.of(
                    MessageKind.SCHEDULING_WHILE_ATOMIC,
                    false,
                    "scheduling while atomic",
                    "bad: scheduling while atomic!(?<rest>.*)"),
            Form.of(
                    MessageKind.SCHEDULING_WHILE_ATOMIC,
                    false,
                    "scheduling while atomic",
                    "(?:BUG: )?scheduling while atomic: " + TASK + "/0x(?<count>[0-9a-f]{8})/" + PID + "(?<rest>.*)"),
            Form.of(
                    MessageKind.SCHEDULING_WHILE_ATOMIC,
                    true,
                    "scheduling while atomic",
                    "BUG: scheduling while atomic: " + TASK + "/" + PID + "/0x(?<count>[0-9a-f]{8})(?<rest>.*)"),
            Form.of(
                    MessageKind.SLEEPING_FUNCTION,
                    true,
                    "sleeping function",
                    "(?:Debug: |BUG: )?sleeping function called from invalid context (?:(?<task>.{0,64}?)\\(" + PID
                            + "\\) )?at (?<subject>\\S{1,200}:(?:\\d{1,7}|\\?))(?<rest>.*)"),
            Form.of(
                    MessageKind.SMP_PROCESSOR_ID,
                    true,
                    "in preemptible",
                    "(?:BUG: )?using (?<subject>\\w{1,64}\\(\\)) in preemptible (?:\\[(?<count>[0-9a-f]{8})\\] )?code: "
                            + TASK + "/" + PID + "(?<rest>.*)"),
            Form.of(
                    MessageKind.ATOMIC_UNDERFLOW,
                    false,
                    "counter underflow",
                    "BUG: atomic counter underflow at:(?<rest>.*)"),
            Form.of(
                    MessageKind.UNBALANCED_HANDLER,
                    false,
                    "unbalanced irq-handler",
                    "BUG: unbalanced irq-handler preempt count in (?<subject>\\S{1,128})!(?<rest>.*)"),
            Form.of(MessageKind.LOCKDEP, true, " ]", "\\[ (?:INFO|BUG): (?<subject>(?=.*(?:lock|RCU)).{1,80}?) \\]"),
            Form.of(
                    MessageKind.LOCKDEP,
                    true,
                    "WARNING: ",
                    "WARNING: (?<subject>possible .{0,60}(?:lock|dependency).{0,40} detected|inconsistent lock state"
                            + "|.{1,60} lock order detected|bad unlock balance detected!?|suspicious RCU usage)"),
            Form.of(
                    MessageKind.BOGUS_PAGE,
                    false,
                    "bogus page",
                    "do_wp_page: bogus page at address [0-9a-f]{8,16}\\.?"),
            Form.of(
                    MessageKind.PIO_ERROR,
                    false,
                    "PIO error",
                    "(?<subject>ata\\d{1,4}: PIO error, drv_stat 0x[0-9a-fA-F]{1,8})"),
            Form.of(
                    MessageKind.ATA_STATUS,
                    false,
                    "abnormal status",
                    "(?:ATA|ata\\d{1,4}): (?<subject>abnormal status 0x[0-9a-fA-F]{1,8} on port 0x[0-9a-fA-F]{1,16})"),
            Form.of(
                    MessageKind.CRITICAL_SECTION,
                    false,
                    "critical section",
                    "\\(" + TASK + "/" + PID
                            + "(?:[/|]CPU#\\d{1,4})?\\): (?:new \\d{1,9} us maximum-latency critical section"
                            + "|\\d{1,9} us critical section violates \\d{1,9} us threshold)\\.?"));

    /** Reads a stripped line; null if it begins no message. */
    static @Nullable MessageHead of(String text) {
        for (Form form : FORMS) {
            Matcher found = text.contains(form.key) ? form.pattern.matcher(text) : null;
            if (found != null && found.matches()) {
                return read(form, found);
            }
        }
        return null;
    }

    private static MessageHead read(Form form, Matcher found) {
        String count = form.group(found, "count");
        String pid = form.group(found, "pid");
        return new MessageHead(
                form.kind,
                form.group(found, "subject"),
                count.isEmpty() ? null : CountFields.decode(Integer.parseUnsignedInt(count, 16)),
                form.today,
                form.group(found, "task"),
                pid.isEmpty() ? -1 : Integer.parseInt(pid),
                form.group(found, "rest").strip());
    }
}
