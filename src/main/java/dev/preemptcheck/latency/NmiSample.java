package dev.preemptcheck.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What an NMI tells of two processors. On SMP its handler leaves three records: {@code do_nmi} with where this processor was, with where
 * the other one was when it was sampled last, and with that one's EFLAGS, printed as a raw number since it is no symbol (fact S9).
 *
 * @param micros when, since the trace began
 * @param here what this processor was interrupted in
 * @param other what the other processor was in
 * @param eflags the other processor's flags, 8 hexadecimal digits
 */
public record NmiSample(long micros, String here, String other, String eflags) {
    private static final int INTERRUPT_FLAG = 0x200;
    private static final Pattern RAW = Pattern.compile("<[0-9a-f]{8}>");

    /** Whether the other processor has interrupts off: it can't answer a message either. */
    public boolean interruptsOffThere() {
        return (Integer.parseUnsignedInt(eflags, 16) & INTERRUPT_FLAG) == 0;
    }

    /** The samples of a trace in order; records that don't stand in threes are none. */
    static List<NmiSample> of(List<TraceLine> lines) {
        List<NmiSample> samples = new ArrayList<>();
        for (int i = 0; i + 2 < lines.size(); i++) {
            TraceLine flags = lines.get(i + 2);
            boolean three = isNmi(lines.get(i)) && continues(lines.get(i + 1)) && continues(flags);
            if (three && RAW.matcher(flags.parent()).matches()) {
                samples.add(new NmiSample(
                        lines.get(i).micros(),
                        lines.get(i).parent(),
                        lines.get(i + 1).parent(),
                        flags.parent().substring(1, 9)));
                i += 2;
            }
        }
        return samples;
    }

    private static boolean continues(TraceLine line) {
        return isNmi(line) && !line.afterElision();
    }

    private static boolean isNmi(TraceLine line) {
        return line.function().equals("do_nmi");
    }
}
