package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a trace in which the count stays above zero, so that the processor can't be taken from the task. A trace that began with
 * interrupts off can have several, one that began with the count is one.
 *
 * @param startMicros when its first line was entered
 * @param micros from there to the end of its last line's own time
 * @param lines how many lines it has
 * @param function where most of it went
 * @param functionMicros that function's own time in it
 */
public record OffSection(long startMicros, long micros, int lines, String function, long functionMicros) {
    /** All sections, longest first; lines without a count are taken to be in one. */
    static List<OffSection> of(List<TraceLine> lines, DeltaMeaning meaning) {
        List<OffSection> sections = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= lines.size(); i++) {
            boolean off = i < lines.size() && isOff(lines.get(i).count());
            if (off && start < 0) {
                start = i;
            } else if (!off && start >= 0) {
                sections.add(section(lines, start, i, meaning));
                start = -1;
            }
        }
        sections.sort(Comparator.comparingLong(OffSection::micros).reversed());
        return sections;
    }

    private static boolean isOff(@Nullable CountFields count) {
        return count == null || count.inAtomic(false);
    }

    private static OffSection section(List<TraceLine> lines, int start, int end, DeltaMeaning meaning) {
        List<TraceLine> part = lines.subList(start, end);
        List<TraceLine> withNext = lines.subList(start, Math.min(end + 1, lines.size()));
        long last = part.get(part.size() - 1).micros() + meaning.ownMicros(withNext, part.size() - 1);
        TimeShare most = TimeShare.of(part, meaning, TraceLine::function).get(0);
        long from = part.get(0).micros();
        return new OffSection(from, Math.max(0, last - from), part.size(), most.name(), most.micros());
    }
}
