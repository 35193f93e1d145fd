package dev.preemptcheck.report;

import dev.preemptcheck.detect.LatencyDetector;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.latency.RunSection;
import dev.preemptcheck.latency.RunTrace;
import dev.preemptcheck.scenario.Roster;
import java.util.List;

/**
 * The longest section of a replay as a latency trace (facts S9 and 7.6), with a few lines before it that say what it is of. The
 * trace itself is never wrapped, so that whoever reads such traces can read it, too.
 */
public final class LatencyReport {
    private LatencyReport() {}

    /**
     * The text.
     *
     * @param columns where the lines before the trace are broken, if there are less than 80
     */
    public static List<String> lines(ReplayReport replay, int columns) {
        Recording run = replay.replay().recording();
        RunTrace longest = RunTrace.of(run, Roster.of(replay.scenario()));
        Paragraphs out = Paragraphs.ofProse(columns);
        out.add(0, "seed:     ", replay.name());
        out.add(0, "replay:   ", replay.result());
        if (longest == null) {
            out.add(0, "section:  ", "none: preemption and interrupts are never off");
            return out.lines();
        }
        out.add(0, "section:  ", section(longest.section(), run));
        out.add(
                0,
                "time:     ",
                "simulated, as D11 measures it: " + LatencyDetector.NANOS_AN_ACCESS
                        + " ns for each access to memory, and what is waited for the clock");
        out.blank();
        longest.trace().text().forEach(out::line);
        return out.lines();
    }

    private static String section(RunSection section, Recording run) {
        String off = section.off() == RunSection.Off.PREEMPTION ? "preemption" : "interrupts";
        String from = "the longest with " + off + " off, on processor " + section.cpu() + " from step "
                + number(run, section.first());
        if (section.over()) {
            return from + " to step " + number(run, section.last());
        }
        Finding failure = run.failure();
        return from + " to where the run ends"
                + (failure == null ? "" : ", with " + failure.signature().violation());
    }

    private static int number(Recording run, int place) {
        Step step = run.steps().get(place);
        return step.number();
    }
}
