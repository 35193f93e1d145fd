package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a traced function.
 *
 * @param task the column before the count that later builds have, a pid or {@code <comm>-<pid>}; else empty
 * @param count {@code preempt_count} on entry; null in v1.0, which has no such column
 * @param micros time since the trace began
 * @param deltaMicros the time in brackets; see {@link DeltaMeaning}
 * @param function the function, or what the tracer printed in its place
 * @param parent its caller, {@code <8hex>} for an address without a symbol
 * @param afterElision whether lines were left out before this one
 */
public record TraceLine(
        String task,
        @Nullable CountFields count,
        long micros,
        long deltaMicros,
        String function,
        String parent,
        boolean afterElision) {
    private static final String TIME = "(\\d{1,9})\\.(\\d{3})ms";
    private static final String START =
            "(?:(\\d{1,7}|\\S.{0,40}-\\d{1,7})\\s+)?(?:([0-9a-f]{8})\\s+)?" + TIME + " \\(\\+" + TIME + "\\):";
    private static final Pattern WHOLE = Pattern.compile(START + "\\s+(\\S{1,128}) \\(([^()]{1,128})\\)");
    private static final Pattern HEAD = Pattern.compile(START + "(?:\\s+\\S{1,128})?(?: \\([^()]{0,128})?");
    private static final Pattern CUT_HEAD = Pattern.compile("[0-9a-f]{8}\\s+\\d{1,9}\\.\\d{3}ms.{0,160}");

    /** Reads a stripped line; null if it is none or not whole. */
    static @Nullable TraceLine of(String text, boolean afterElision) {
        Matcher found = text.endsWith(")") && text.contains("ms (+") ? WHOLE.matcher(text) : null;
        if (found == null || !found.matches()) {
            return null;
        }
        String count = found.group(2);
        return new TraceLine(
                found.group(1) == null ? "" : found.group(1),
                count == null ? null : CountFields.decode(Integer.parseUnsignedInt(count, 16)),
                micros(found, 3),
                micros(found, 5),
                found.group(7),
                found.group(8),
                afterElision);
    }

    /** Whether a stripped text is the beginning of a line whose rest was wrapped or lost. */
    static boolean isHead(String text) {
        boolean head = text.contains("ms (+") && HEAD.matcher(text).matches();
        return head || CUT_HEAD.matcher(text).matches();
    }

    private static long micros(Matcher found, int group) {
        return Long.parseLong(found.group(group)) * 1000 + Long.parseLong(found.group(group + 1));
    }

    /** The line as v1.0.7 prints it, with the column before the count if it has one. */
    public String text() {
        return (task.isEmpty() ? "" : task + " ") + (count == null ? "" : count.hex() + " ") + millis(micros) + " (+"
                + millis(deltaMicros) + "): " + function + " (" + parent + ")";
    }

    /** A time as the tracer prints it: milliseconds with three decimals. */
    public static String millis(long micros) {
        return String.format("%d.%03dms", micros / 1000, micros % 1000);
    }
}
