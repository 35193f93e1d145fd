package dev.preemptcheck.oops;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that kernels put before each of their lines from 2.6.11 on, {@code [ 1234.567890]}, and today also who printed it, {@code
 * [T123]} for a task or {@code [C1]} for a processor in an interrupt.
 *
 * @param time seconds since boot, or empty
 * @param text the line without it
 */
record KernelStamp(String time, String text) {
    private static final Pattern STAMP =
            Pattern.compile("\\[\\s{0,12}(\\d{1,10}\\.\\d{6})\\](?:\\s?\\[\\s{0,8}[TC]\\d{1,9}\\])?\\s*");

    /** Takes the stamp off a stripped line. */
    static KernelStamp of(String line) {
        Matcher found = line.startsWith("[") ? STAMP.matcher(line) : null;
        return found != null && found.lookingAt()
                ? new KernelStamp(found.group(1), line.substring(found.end()).strip())
                : new KernelStamp("", line);
    }
}
