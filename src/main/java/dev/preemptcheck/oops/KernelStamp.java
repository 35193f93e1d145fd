package dev.preemptcheck.oops;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that kernels put before each of their lines from 2.6.11 on, {@code [ 1234.567890]}, and today also who printed it,
 * {@code [T123]} for a task or {@code [C1]} for a processor in an interrupt. {@code dmesg -T} turns it into {@code [Thu Dec  3
 * 07:06:54 2026]}, its day padded with a blank (other programs pad with a zero), and {@code dmesg --time-format iso} into
 * {@code 2026-12-03T07:06:54,123456+00:00}.
 *
 * @param time seconds since boot, or that date with its blanks folded; or empty
 * @param text the line without it
 */
record KernelStamp(String time, String text) {
    private static final String PRINTER = "(?:\\s?\\[\\s{0,8}[TC]\\d{1,9}\\])?\\s*";
    private static final Pattern STAMP = Pattern.compile("\\[\\s{0,12}(\\d{1,10}\\.\\d{6})\\]" + PRINTER);
    private static final Pattern DATE = Pattern.compile("\\[((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
            + " (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?: [1-9]|[12]\\d|3[01])"
            + " (?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60) \\d{4})\\]" + PRINTER);

    /** Takes the stamp off a stripped line. */
    static KernelStamp of(String line) {
        if (line.startsWith("[")) {
            Matcher seconds = STAMP.matcher(line);
            Matcher date = DATE.matcher(line);
            Matcher found = seconds.lookingAt() ? seconds : date.lookingAt() ? date : null;
            return found == null
                    ? none(line)
                    : new KernelStamp(found.group(1).replace("  ", " "), rest(line, found.end()));
        }
        int end = IsoTime.endIn(line, 0, ',');
        boolean dmesg = end >= 0 && line.indexOf(',') >= 0 && line.indexOf(',') < end && line.startsWith(" ", end);
        return dmesg ? new KernelStamp(line.substring(0, end), rest(line, end)) : none(line);
    }

    private static KernelStamp none(String line) {
        return new KernelStamp("", line);
    }

    private static String rest(String line, int from) {
        return line.substring(from).strip();
    }
}
