package dev.preemptcheck.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How much of a trace's time has one name: a function's own time, or the time at one count.
 *
 * @param micros the sum in microseconds
 * @param lines how many lines it is of
 */
public record TimeShare(String name, long micros, int lines) {
    /** The shares, largest first; equal ones in the order in which they came. */
    static List<TimeShare> of(List<TraceLine> lines, DeltaMeaning meaning, Function<TraceLine, String> name) {
        Map<String, TimeShare> shares = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            long micros = meaning.ownMicros(lines, i);
            shares.merge(
                    name.apply(lines.get(i)),
                    new TimeShare(name.apply(lines.get(i)), micros, 1),
                    (a, b) -> new TimeShare(a.name, a.micros + b.micros, a.lines + b.lines));
        }
        List<TimeShare> sorted = new ArrayList<>(shares.values());
        sorted.sort(Comparator.comparingLong(TimeShare::micros).reversed());
        return sorted;
    }
}
