package dev.preemptcheck.oops;

/**
 * A time as RFC 3339 and journals write it: {@code 2026-12-03T07:06:54.123456+00:00}, with or without a fraction, and with
 * {@code Z}, {@code +hh:mm} or {@code +hhmm} at its end. A fraction behind a comma is {@code dmesg}'s, which names no host.
 */
final class IsoTime {
    static final int CLOCK_CHARS = 8;

    private static final int DATE_CHARS = 11;

    private IsoTime() {}

    /** Where a time that begins at {@code start} ends, or -1 if none does. */
    static int endIn(String line, int start) {
        return endIn(line, start, '.');
    }

    /** The same for one with this before its fraction. */
    static int endIn(String line, int start, char point) {
        int clock = start + DATE_CHARS;
        if (!isDateAt(line, start) || !isClockAt(line, clock)) {
            return -1;
        }
        int end = clock + CLOCK_CHARS;
        if (end < line.length() && line.charAt(end) == point) {
            int digits = digits(line, end + 1, 9);
            end = digits == 0 ? end : end + 1 + digits;
        }
        return zoneEnd(line, end);
    }

    /** {@code 2026-12-03T}. */
    private static boolean isDateAt(String line, int at) {
        return line.length() > at + DATE_CHARS
                && line.charAt(at + 10) == 'T'
                && line.charAt(at + 4) == '-'
                && line.charAt(at + 7) == '-'
                && digits(line, at, 4) == 4
                && isNumberAt(line, at + 5, 1, 12)
                && isNumberAt(line, at + 8, 1, 31);
    }

    /** {@code 07:06:54}, a leap second included. */
    static boolean isClockAt(String line, int at) {
        return line.length() >= at + CLOCK_CHARS
                && line.charAt(at + 2) == ':'
                && line.charAt(at + 5) == ':'
                && isNumberAt(line, at, 0, 23)
                && isNumberAt(line, at + 3, 0, 59)
                && isNumberAt(line, at + 6, 0, 60);
    }

    private static int zoneEnd(String line, int at) {
        if (at < line.length() && line.charAt(at) == 'Z') {
            return at + 1;
        }
        boolean signed = at < line.length() && (line.charAt(at) == '+' || line.charAt(at) == '-');
        if (!signed || digits(line, at + 1, 2) != 2) {
            return -1;
        }
        int minutes = at + 3 < line.length() && line.charAt(at + 3) == ':' ? at + 4 : at + 3;
        return digits(line, minutes, 3) == 2 ? minutes + 2 : -1;
    }

    /** Two digits within these limits. */
    private static boolean isNumberAt(String line, int at, int min, int max) {
        if (digits(line, at, 2) != 2) {
            return false;
        }
        int number = 10 * (line.charAt(at) - '0') + line.charAt(at + 1) - '0';
        return number >= min && number <= max;
    }

    private static int digits(String line, int from, int max) {
        int count = 0;
        while (count < max
                && from + count < line.length()
                && line.charAt(from + count) >= '0'
                && line.charAt(from + count) <= '9') {
            count++;
        }
        return count;
    }
}
