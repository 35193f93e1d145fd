package dev.preemptcheck.oops;

/**
 * One line of a syslog taken out of its envelope: {@code <Mon> <d> <hh:mm:ss> <host> [<tag>: ]<text>} (fact 7.1), or today's
 * with the time of RFC 3339 or of a journal, {@code 2026-12-03T07:06:54.123456+00:00 <host> <tag>: <text>}. A line without an
 * envelope, as {@code dmesg} prints it, is the kernel's and has an empty time and host.
 *
 * @param time as written, its blanks folded: {@code Sep 8 18:10:16}
 * @param host the machine that logged it
 * @param tag the program; empty for {@code last message repeated} and for lines whose tag is empty
 * @param text what follows the tag; one blank after the colon is not part of it
 */
record SyslogLine(String time, String host, String tag, String text) {
    static final String REPEATED = "last message repeated ";
    private static final String MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";

    /** Takes the line apart; never fails, since what has no envelope is all text. */
    static SyslogLine of(String line) {
        int hostAt = hostIndex(line, 0);
        int hostEnd = hostAt < 0 ? -1 : line.indexOf(' ', hostAt);
        if (hostEnd < 0) {
            return new SyslogLine("", "", "kernel", line);
        }
        String time = line.substring(0, hostAt).strip().replaceAll(" +", " ");
        String host = line.substring(hostAt, hostEnd);
        int tagEnd = tagEnd(line, hostEnd + 1);
        if (tagEnd < 0) {
            return new SyslogLine(time, host, "", line.substring(hostEnd + 1));
        }
        int textAt = tagEnd + 1 < line.length() && line.charAt(tagEnd + 1) == ' ' ? tagEnd + 2 : tagEnd + 1;
        return new SyslogLine(time, host, line.substring(hostEnd + 1, tagEnd), line.substring(textAt));
    }

    /** Whether an envelope stands at this index: a time, a host, and a tag or the words of a repeat. */
    static boolean isEnvelopeAt(String line, int index) {
        int hostAt = hostIndex(line, index);
        int hostEnd = hostAt < 0 ? -1 : line.indexOf(' ', hostAt);
        return hostEnd > hostAt && (line.startsWith(REPEATED, hostEnd + 1) || tagEnd(line, hostEnd + 1) >= 0);
    }

    /** The same line, at the kernel's own time if the envelope has none. */
    SyslogLine orAt(String kernelTime) {
        return time.isEmpty() && !kernelTime.isEmpty() ? new SyslogLine(kernelTime, host, tag, text) : this;
    }

    /** Whether the kernel wrote it. */
    boolean fromKernel() {
        return tag.equals("kernel");
    }

    /** How often the previous line of this host was repeated, or -1 if this line says nothing of that (fact 7.2). */
    long repeats() {
        if (!tag.isEmpty() || !text.startsWith(REPEATED)) {
            return -1;
        }
        int end = text.indexOf(' ', REPEATED.length());
        String number = end < 0 ? "" : text.substring(REPEATED.length(), end);
        return number.matches("\\d{1,15}") ? Long.parseLong(number) : -1;
    }

    private static int hostIndex(String line, int start) {
        int iso = IsoTime.endIn(line, start);
        int end = iso >= 0 ? iso : dateEnd(line, start);
        return end >= 0 && end < line.length() && line.charAt(end) == ' ' ? skip(line, end, ' ') : -1;
    }

    /** Where {@code Sep  8 18:10:16} ends, which a journal may give microseconds; -1 if there is no such time. */
    private static int dateEnd(String line, int start) {
        boolean word = start + 4 <= line.length() && line.charAt(start + 3) == ' ';
        int month = word ? MONTHS.indexOf(line.substring(start, start + 4)) : -1;
        if (month < 0 || month % 4 != 0) {
            return -1;
        }
        int day = skip(line, start + 4, ' ');
        int dayEnd = digits(line, day);
        boolean dated = dayEnd > day && dayEnd <= day + 2 && dayEnd < line.length() && line.charAt(dayEnd) == ' ';
        int clock = dated ? skip(line, dayEnd, ' ') : -1;
        if (clock < 0 || !IsoTime.isClockAt(line, clock)) {
            return -1;
        }
        int end = clock + IsoTime.CLOCK_CHARS;
        boolean fraction = end < line.length() && line.charAt(end) == '.';
        return fraction ? digits(line, end + 1) : end;
    }

    private static int tagEnd(String line, int start) {
        for (int i = start; i < line.length() && line.charAt(i) != ' '; i++) {
            if (line.charAt(i) == ':' && (i + 1 == line.length() || line.charAt(i + 1) == ' ')) {
                return i;
            }
        }
        return -1;
    }

    private static int skip(String line, int from, char c) {
        int i = from;
        while (i < line.length() && line.charAt(i) == c) {
            i++;
        }
        return i;
    }

    private static int digits(String line, int from) {
        int i = from;
        while (i < line.length() && line.charAt(i) >= '0' && line.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
