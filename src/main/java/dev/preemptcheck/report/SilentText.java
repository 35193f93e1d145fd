package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import org.jspecify.annotations.Nullable;

/** What happens where the kernel notices nothing, so that there is no oops to print. */
final class SilentText {
    private SilentText() {}

    /** One sentence. */
    static String of(Incident incident) {
        return "This kernel prints nothing: " + event(incident);
    }

    private static String event(Incident incident) {
        String culprit = incident.cast().name(incident.finding().culprit());
        String victim = incident.cast().name(incident.finding().victim());
        Step shows = incident.shows();
        String symbol = shows == null ? "memory" : shows.symbol();
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

    private static boolean writes(@Nullable Step step) {
        return step != null && step.op() == Op.VSTORE;
    }
}
