package dev.preemptcheck.latency;

import java.util.List;

/**
 * What the time in brackets is. From v1.0.7 on it is the time to the next line (fact 7.6). The traces of Q5 and Q8 have the time since
 * the line before in its place, which their numbers show: 0.000 (+0.000), 0.140 (+0.140), 0.556 (+0.416). So it is read from the numbers.
 */
public enum DeltaMeaning {
    /** From this line's entry to the next one's: the function's own time. */
    TO_NEXT,
    /** From the entry of the line before to this one's: that line's own time. */
    SINCE_PREVIOUS;

    /** How far two printed times may be apart that are equal before rounding, in microseconds. */
    static final long TOLERANCE_MICROS = 1;

    /** The meaning that fits more pairs of neighbours; that of v1.0.7 where both fit as well. */
    static DeltaMeaning of(List<TraceLine> lines) {
        return fits(lines, SINCE_PREVIOUS) > fits(lines, TO_NEXT) ? SINCE_PREVIOUS : TO_NEXT;
    }

    private static long fits(List<TraceLine> lines, DeltaMeaning meaning) {
        long fits = 0;
        for (int i = 1; i < lines.size(); i++) {
            boolean pair = !lines.get(i).afterElision();
            fits += pair && meaning.fits(lines.get(i - 1), lines.get(i)) ? 1 : 0;
        }
        return fits;
    }

    boolean fits(TraceLine line, TraceLine next) {
        return Math.abs(line.micros() + between(line, next) - next.micros()) <= TOLERANCE_MICROS;
    }

    /** The time that is printed for the way between two neighbours. */
    long between(TraceLine line, TraceLine next) {
        return this == TO_NEXT ? line.deltaMicros() : next.deltaMicros();
    }

    /** The own time of the i-th line's function in microseconds; 0 if its line is the last, or the next was left out, and it isn't printed. */
    long ownMicros(List<TraceLine> lines, int i) {
        if (this == TO_NEXT) {
            return lines.get(i).deltaMicros();
        }
        boolean neighbour = i + 1 < lines.size() && !lines.get(i + 1).afterElision();
        return neighbour ? lines.get(i + 1).deltaMicros() : 0;
    }
}
