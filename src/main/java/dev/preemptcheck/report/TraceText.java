package dev.preemptcheck.report;

import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Recording.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Every step of a run, one a line: number, processor, context, preempt count after it, functions (inlined ones up to the one
 * with a frame), access. Decisions and findings stand before the step they precede.
 */
final class TraceText {
    private final Cast cast;
    private final Recording recording;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final int functions;

    private TraceText(Cast cast, Recording recording) {
        this.cast = cast;
        this.recording = recording;
        findings.addAll(recording.hazards());
        if (recording.failure() != null) {
            findings.add(recording.failure());
        }
        findings.addAll(recording.later());
        this.functions = recording.steps().stream()
                .mapToInt(s -> StepText.inlining(s).length())
                .max()
                .orElse(1);
    }

    static List<String> of(Cast cast, Recording recording) {
        TraceText text = new TraceText(cast, recording);
        recording.steps().forEach(text::step);
        text.findingsBefore(recording.steps().size());
        return text.lines;
    }

    private void step(Step s) {
        findingsBefore(s.number());
        recording.schedule().deviations().stream()
                .filter(d -> d.step() == s.number())
                .forEach(d -> lines.add("      > " + d));
        lines.add(String.format(
                        Locale.ROOT,
                        "%5d cpu%d %-10s %s %s %s",
                        s.number(),
                        s.cpu(),
                        s.context(),
                        StepText.hex(s.count()),
                        StepText.padded(StepText.inlining(s), functions),
                        StepText.access(s, cast))
                .stripTrailing());
    }

    private void findingsBefore(int step) {
        findings.stream()
                .filter(f -> f.step() == step)
                .forEach(f -> lines.add("      ! " + f.signature().violation() + " by " + cast.name(f.culprit())
                        + (f.culprit() == f.victim() ? "" : ", to " + cast.name(f.victim()))));
    }
}
