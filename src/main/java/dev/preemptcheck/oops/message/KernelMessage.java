package dev.preemptcheck.oops.message;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One message with what belongs to it.
 *
 * @param text its first line as the kernel printed it
 * @param subject what tells it from others of its kind: a place, a symbol, a port; never a task or an address
 * @param count the {@code preempt_count} it was printed with, if it was
 * @param todaysCount whether that is of a kernel whose upper fields differ from 2.6.9's
 * @param task its name, or empty
 * @param pid -1 if it isn't said
 * @param details the further lines that say what is wrong; for lockdep the two locks among them
 * @param frames the call trace, at most {@link MessageReader#FRAMES_MAX}
 * @param cut whether the log says that the trace goes on
 */
public record KernelMessage(
        Origin origin,
        MessageKind kind,
        String text,
        String subject,
        @Nullable CountFields count,
        boolean todaysCount,
        String task,
        int pid,
        List<String> details,
        List<CallFrame> frames,
        boolean cut) {
    private static final int LOWER_FIELDS_BITS = 16;
    private static final Pattern REPORTERS = Pattern.compile("(?:__)?dump_stack\\w*|show_(?:stack|trace)\\w*"
            + "|_+might_(?:sleep|resched)|__schedule_bug|check_preemption_disabled|(?:debug_)?smp_processor_id"
            + "|print_\\w+|mark_lock\\w*|validate_chain\\w*|__lock_acquire\\w*|lock_acquire");

    /**
     * Where a message was found.
     *
     * @param line its first line, from 1
     * @param time as the log writes it, or seconds since boot; empty if it has none
     */
    public record Origin(String input, long line, int quoteDepth, String time, String host) {}

    /** Copies the lists. */
    public KernelMessage {
        details = List.copyOf(details);
        frames = List.copyOf(frames);
    }

    /** The functions of the call chain, innermost first, without those that print the message. */
    public List<String> chain() {
        return frames.stream()
                .filter(CallFrame::reliable)
                .map(CallFrame::symbol)
                .dropWhile(symbol -> REPORTERS.matcher(symbol).matches())
                .toList();
    }

    /** What the count means; empty if there is none, or its upper fields are those of a kernel that isn't known. */
    public String countWords() {
        CountFields fields = count;
        if (fields == null) {
            return "";
        }
        boolean upper = todaysCount && fields.value() >>> LOWER_FIELDS_BITS != 0 && !fields.isUnderflow();
        return upper ? "" : fields.describe();
    }

    /** The same message at no place in particular, which a quoted copy shares. */
    KernelMessage withoutPosition() {
        Origin nowhere = new Origin("", 0, 0, origin.time(), origin.host());
        return new KernelMessage(nowhere, kind, text, subject, count, todaysCount, task, pid, details, frames, cut);
    }
}
