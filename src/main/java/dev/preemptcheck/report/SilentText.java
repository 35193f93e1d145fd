package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import org.jspecify.annotations.Nullable;

/** What happens where the kernel notices nothing, so that there is no oops to print. */
final class SilentText {
    private SilentText() {}

    /**
     * One sentence.
     *
     * @param others whether it has printed something else in this run
     */
    static String of(Incident incident, boolean others) {
        if (incident.rule().equals("D9")
                && incident.outcome().equals("scheduling-in-interrupt")
                && !incident.cast().config().version().countFields()) {
            return "This kernel prints \"Scheduling in interrupt\" here and dies of a BUG; the model lets it go on.";
        }
        return (others ? "Of what comes then this kernel prints nothing: " : "This kernel prints nothing: ")
                + event(incident);
    }

    private static String event(Incident incident) {
        String culprit = incident.cast().name(incident.finding().culprit());
        String victim = incident.cast().name(incident.finding().victim());
        Step shows = incident.shows();
        String symbol = shows == null ? "memory" : shows.symbol();
        String unchecked = unchecked(incident);
        if (!unchecked.isEmpty()) {
            return unchecked;
        }
        if (incident.finding().hazard()) {
            return "the rule is broken, but nothing goes wrong in this run.";
        }
        return switch (incident.outcome()) {
            case "underflow" ->
                "the preempt_count of " + culprit + " drops to " + StepText.hex(shows == null ? -1 : shows.count())
                        + ", and nothing checks it.";
            case "leak" ->
                culprit + " returns to user mode with a preempt_count of "
                        + StepText.hex(shows == null ? 1 : shows.count()) + ", and nothing checks it.";
            case "handler-imbalance" -> "nothing compares the preempt_count after a handler with the one before.";
            case "wrong-page" ->
                victim + (writes(shows) ? " writes to " : " reads ") + symbol
                        + " through a slot that no longer maps its own page.";
            case "stale-translation", "use-after-unmap" ->
                victim + (writes(shows) ? " writes to " : " reads ") + symbol
                        + " through a mapping that is no longer there.";
            default -> "no check of its own sees it.";
        };
    }

    /** Which check it lacks, or where its check does not look; empty for rules that are told of by their outcome. */
    private static String unchecked(Incident incident) {
        String victim = incident.cast().name(incident.finding().victim());
        boolean fields = incident.cast().config().version().countFields();
        return switch (incident.rule()) {
            case "D5" -> "it can't see whose values the FPU registers hold.";
            case "D8" -> "a processor idles and a task sleeps, as they should if there were nothing to do.";
            case "D9" ->
                fields
                        ? "schedule() looks at the preempt_count, and not at the interrupt flag."
                        : "schedule() does not look at the preempt_count or the interrupt flag.";
            case "D10" -> "it has no check for calls that may sleep; that came with 2.5.";
            case "D11" -> "nothing in it measures how long a section lasts before it ends.";
            case "D12" ->
                incident.outcome().equals("missed")
                        ? "its check looks at the counter too early."
                        : "nothing checks what a counter drops to.";
            case "D13" ->
                incident.outcome().equals("livelock")
                        ? "it has no watch over loops that go on for ever."
                        : "whoever could print something waits as well.";
            case "D22" -> victim + " goes on with the address that it has read.";
            case "D23" -> "memory that was freed looks like any other.";
            case "lockdep" -> "it has no lock validator; that came with 2.6.18.";
            case "race" -> "nothing in it looks for data races; that came with 5.8.";
            default -> "";
        };
    }

    private static boolean writes(@Nullable Step step) {
        return step != null && step.op() == Op.VSTORE;
    }
}
