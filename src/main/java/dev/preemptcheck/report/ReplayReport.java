package dev.preemptcheck.report;

import dev.preemptcheck.explore.Anchor;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A replay for people: what was run and how close it came, the oops as that kernel prints it, the interleaving, and the root
 * cause. It holds nothing that depends on the host, so that equal replays give equal texts.
 *
 * @param name how the user called the seed
 * @param seed what was replayed
 * @param scenario the scenario that it names
 * @param replay what became of it
 */
public record ReplayReport(String name, Seed seed, Scenario scenario, Replay replay) {

    /**
     * The text.
     *
     * @param columns the width of the interleaving, where that can be chosen, and of prose if there are less than 80
     * @param everyStep whether the trace follows
     */
    public List<String> lines(int columns, boolean everyStep) {
        Paragraphs out = Paragraphs.ofProse(columns);
        header(out);
        Finding shown = shown();
        if (shown != null) {
            incident(out, Incident.of(Cast.of(scenario), replay.recording(), shown), columns);
        }
        schedule(out);
        later(out);
        if (everyStep) {
            out.blank();
            out.line("TRACE: number, processor, context, preempt_count, function <- what it is inlined in, access");
            TraceText.of(Cast.of(scenario), replay.recording()).forEach(out::line);
        }
        return out.lines();
    }

    private void header(Paragraphs out) {
        out.add(0, "seed:     ", name);
        out.add(0, "scenario: ", scenario.name());
        out.add(
                0,
                "kernel:   ",
                seed.config().version().release() + " " + seed.config().axis());
        out.add(0, "config:   ", SeedFormat.config(seed.config()));
        Variant variant = scenario.particulars().variant();
        out.add(0, "patch:    ", seed.patch() + " (" + variant.id() + ": " + variant.summary() + ")");
        out.add(0, "machine:  ", "i386 sc");
        out.add(0, "expected: ", seed.signature().toString());
        out.add(0, "replay:   ", result());
    }

    String result() {
        return switch (replay.result()) {
            case EXACT -> "EXACT: the same steps with the same values";
            case ADAPTED -> adapted();
            case GONE ->
                "GONE: the signature was not reached"
                        + (replay.recording().failure() == null
                                ? "; the nearest run ends without a finding"
                                : "; the nearest run ends otherwise, as follows");
        };
    }

    /** Whoever reads on must know whether that is the place he knows, or another one of the same signature. */
    private String adapted() {
        if (replay.recording().schedule().equals(seed.schedule())) {
            return "ADAPTED: the same decisions and finding, but other steps or values on the way";
        }
        boolean samePlaces = replay.recording().anchors().equals(seed.anchors());
        return samePlaces
                ? "ADAPTED: the same decisions in the same places and the same finding, but at other steps, see SCHEDULE"
                : "ADAPTED: the same finding, but by decisions in other places, see SCHEDULE; it may be another cause";
    }

    /** What is told of: the finding that was expected, else what went wrong instead. */
    private @Nullable Finding shown() {
        Recording run = replay.recording();
        Finding failure = run.failure();
        return Stream.concat(Stream.ofNullable(failure), run.hazards().stream())
                .filter(f -> f.signature().equals(seed.signature()))
                .findFirst()
                .orElse(failure);
    }

    private void incident(Paragraphs out, Incident incident, int columns) {
        out.blank();
        console(out, incident);
        out.blank();
        out.line("INTERLEAVING: * touches what the tasks fight over, > is a decision, ! a verdict");
        List<InterleavingRow> rows = InterleavingRows.of(incident);
        new InterleavingTable(rows, incident.cast().config().cpus(), columns)
                .lines()
                .forEach(out::line);
        out.blank();
        new CauseText(incident).addTo(out);
    }

    /** What the kernel prints, or why it says nothing of the finding. */
    private static void console(Paragraphs out, Incident incident) {
        ConsoleLog log = ConsoleLog.of(incident);
        for (ConsoleMessage message : log.messages()) {
            out.add(0, "", message.heading());
            message.lines().forEach(out::line);
        }
        boolean printed = !log.messages().isEmpty();
        if (printed) {
            out.add(0, "", "(? is not known here, and sizes of frames are left out.)");
        }
        if (printed && !log.tellsOfFinding()) {
            out.blank();
        }
        if (incident.isOops()) {
            OopsText.of(incident).forEach(out::line);
            out.add(
                    0,
                    "",
                    "(? is not known here, and Stack and Code are left out. IF is "
                            + (incident.interruptsOn() ? "set" : "clear") + " in EFLAGS.)");
        } else if (!log.tellsOfFinding()) {
            out.add(0, "", SilentText.of(incident, printed));
            if (incident.rule().equals("lockdep")) {
                out.add(0, "", LockdepText.HEADING);
                LockdepText.of(incident).forEach(out::line);
            }
        }
    }

    private void schedule(Paragraphs out) {
        Schedule followed = replay.recording().schedule();
        out.blank();
        deviations(out, "SCHEDULE: ", followed, replay.recording().anchors());
        if (!followed.equals(seed.schedule())) {
            deviations(out, "SEED'S SCHEDULE: ", seed.schedule(), seed.anchors());
        }
    }

    private static void deviations(Paragraphs out, String title, Schedule schedule, List<Anchor> anchors) {
        out.line(title
                + (schedule.size() == 0
                        ? "none; the first task runs, then the next"
                        : "before which step who moves, and where that is"));
        for (int i = 0; i < schedule.size(); i++) {
            out.line("  " + schedule.deviations().get(i) + " after " + anchors.get(i));
        }
    }

    private void later(Paragraphs out) {
        Cast cast = Cast.of(scenario);
        List<Finding> later = replay.recording().later();
        if (!later.isEmpty()) {
            out.blank();
            out.line("SECONDARY: what went wrong after that, of the same cause or of its consequences");
        }
        for (Finding f : later) {
            out.add(2, "", "step " + (f.step() - 1) + ": " + cast.full(f.victim()) + ", " + f.signature());
        }
    }
}
