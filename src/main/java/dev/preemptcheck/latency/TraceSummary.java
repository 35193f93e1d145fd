package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a trace says, without its lines: the invariants, where the time went, and what NMIs saw.
 *
 * @param read the trace, its lines left out
 * @param lines how many lines it has
 * @param deltas what its bracketed times are
 * @param functions own time of each function, the largest first, at most {@link #SHARES_MAX}
 * @param functionsTotal how many functions there are
 * @param counts time at each count, the largest first, at most {@link #SHARES_MAX}; names are the tracer's 8 digits
 * @param steps the longest single lines, at most {@link #SHARES_MAX}
 * @param sections the longest sections with preemption off, at most {@link #SHARES_MAX}
 * @param samples what NMIs saw, at most {@link #SAMPLES_MAX}
 * @param samplesTotal how many NMIs left three records
 */
public record TraceSummary(
        ReadTrace read,
        long lines,
        DeltaMeaning deltas,
        List<TraceCheck> checks,
        List<TimeShare> functions,
        int functionsTotal,
        List<CountShare> counts,
        List<Step> steps,
        List<OffSection> sections,
        List<NmiSample> samples,
        int samplesTotal) {
    /** How many of each kind of part are kept. */
    public static final int SHARES_MAX = 10;

    /** How many NMI samples are kept. */
    public static final int SAMPLES_MAX = 20;

    /** The time at one count. */
    public record CountShare(CountFields count, TimeShare share) {}

    /** One line and its own time. */
    public record Step(
            long micros,
            long ownMicros,
            String function,
            String parent,
            @Nullable CountFields count) {}

    /** What the trace says. */
    static TraceSummary of(ReadTrace read) {
        List<TraceLine> lines = read.trace().lines();
        DeltaMeaning meaning = DeltaMeaning.of(lines);
        List<TimeShare> functions = TimeShare.of(lines, meaning, TraceLine::function);
        List<NmiSample> samples = NmiSample.of(lines);
        return new TraceSummary(
                withoutLines(read),
                lines.size() + read.linesNotKept(),
                meaning,
                TraceChecks.of(read, meaning),
                first(functions, SHARES_MAX),
                functions.size(),
                first(counts(lines, meaning), SHARES_MAX),
                first(steps(lines, meaning), SHARES_MAX),
                first(OffSection.of(lines, meaning), SHARES_MAX),
                first(samples, SAMPLES_MAX),
                samples.size());
    }

    private static ReadTrace withoutLines(ReadTrace read) {
        return new ReadTrace(
                read.trace().withoutLines(),
                read.startLine(),
                read.label(),
                read.note(),
                read.linesNotKept(),
                read.endsInElision(),
                read.remarks());
    }

    private static List<CountShare> counts(List<TraceLine> lines, DeltaMeaning meaning) {
        return TimeShare.of(
                        lines,
                        meaning,
                        line -> line.count() == null ? "" : line.count().hex())
                .stream()
                .filter(share -> !share.name().isEmpty())
                .map(share -> new CountShare(CountFields.decode(Integer.parseUnsignedInt(share.name(), 16)), share))
                .toList();
    }

    private static List<Step> steps(List<TraceLine> lines, DeltaMeaning meaning) {
        return IntStream.range(0, lines.size())
                .mapToObj(i -> new Step(
                        lines.get(i).micros(),
                        meaning.ownMicros(lines, i),
                        lines.get(i).function(),
                        lines.get(i).parent(),
                        lines.get(i).count()))
                .filter(step -> step.ownMicros() > 0)
                .sorted(Comparator.comparingLong(Step::ownMicros).reversed())
                .toList();
    }

    private static <T> List<T> first(List<T> all, int max) {
        return List.copyOf(all.subList(0, Math.min(all.size(), max)));
    }

    /** The latency; where it isn't said, what the lines span. */
    public long micros() {
        long said = read.trace().latencyMicros();
        return said >= 0
                ? said
                : sections.stream().mapToLong(OffSection::micros).max().orElse(0);
    }
}
