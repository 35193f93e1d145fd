package dev.preemptcheck.oops;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line a verbose {@code BUG()} prints before it traps: {@code kernel BUG at <path>:<line>!} (fact 7.4).
 *
 * @param path the source file as the compiler was given it
 * @param line the line of that file; 0 for a question mark, which replays print
 * @param time when it was logged
 * @param number the line of the log
 * @param truncated whether the head of the text was lost, so that the path may lack its beginning (fact 7.2)
 */
public record BugLine(String path, int line, String time, long number, boolean truncated) {
    static final int UNKNOWN = 0;
    private static final String WORDS = "kernel BUG at ";
    private static final Pattern WHOLE = Pattern.compile(WORDS + "\\s*(\\S+):(\\d{1,7}|\\?)!");
    private static final Pattern TAIL = Pattern.compile("(?:.*\\sat )?(\\S*\\.[chS]):(\\d{1,7})!");

    /** Reads the line out of a kernel text, which may begin with the rest of an unterminated message; null if it is none. */
    static @Nullable BugLine of(String text, String time, long number) {
        int at = text.indexOf(WORDS);
        if (at >= 0) {
            Matcher whole = WHOLE.matcher(text);
            return whole.find(at) ? read(whole, time, number, false) : null;
        }
        if (!text.endsWith("!")) {
            return null;
        }
        Matcher tail = TAIL.matcher(text);
        return tail.matches() ? read(tail, time, number, true) : null;
    }

    private static BugLine read(Matcher found, String time, long number, boolean truncated) {
        int line = found.group(2).equals("?") ? UNKNOWN : Integer.parseInt(found.group(2));
        return new BugLine(found.group(1), line, time, number, truncated);
    }

    /** The same line with the path of a whole one, if this one's path is the end of that. */
    BugLine completedBy(@Nullable BugLine whole) {
        boolean same = truncated && whole != null && whole.line == line && whole.path.endsWith(path);
        return same && whole != null ? new BugLine(whole.path, line, time, number, true) : this;
    }

    /** The length of the message with its newline, which the oops has in eax (fact 7.4). */
    int messageLength() {
        return WORDS.length() + path.length() + 1 + Integer.toString(line).length() + 2;
    }

    /** The message as the kernel prints it. */
    public String text() {
        return WORDS + path + ":" + (line == UNKNOWN ? "?" : line) + "!";
    }
}
