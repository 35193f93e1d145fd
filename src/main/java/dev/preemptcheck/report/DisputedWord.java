package dev.preemptcheck.report;

import static dev.preemptcheck.report.StepText.isSlot;

import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Which word a finding is about: the preempt count for D1 and D9 to D11, the task's state for D8, else the page-table entry of
 * the slot. An access through a mapping names the word of the page it reached, so the slot is the one that last had that page.
 */
final class DisputedWord {
    private DisputedWord() {}

    /** Index of the word, or -1 if the steps don't show it; {@code steps} end with the finding. */
    static int of(Cast cast, List<Step> steps, Finding finding) {
        Step last = steps.get(steps.size() - 1);
        if (List.of("D1", "D9", "D10", "D11").contains(finding.signature().rule())) {
            return lastOf(steps, cast.name(finding.culprit()) + ".preempt_count");
        }
        if (finding.signature().rule().equals("D8")) {
            return lastOf(steps, cast.name(finding.culprit()) + ".state");
        }
        if (isSlot(last)) {
            return last.word();
        }
        if (StepText.isTranslated(last)) {
            return slotOf(steps, pfn(last.symbol()));
        }
        List<Integer> held = heldSlots(steps, finding.victim());
        return held.isEmpty() ? last.word() : held.get(finding.hazard() ? held.size() - 1 : 0);
    }

    private static int lastOf(List<Step> steps, String symbol) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).symbol().equals(symbol)) {
                return steps.get(i).word();
            }
        }
        return -1;
    }

    private static int slotOf(List<Step> steps, int pfn) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step s = steps.get(i);
            if (isSlot(s) && s.op() == Op.STORE && s.value() >>> 12 == pfn) {
                return s.word();
            }
        }
        return -1;
    }

    /** Slots that {@code task} has mapped and not unmapped, oldest first. */
    private static List<Integer> heldSlots(List<Step> steps, int task) {
        List<Integer> held = new ArrayList<>();
        for (Step s : steps) {
            if (s.task() == task && isSlot(s) && s.op() == Op.STORE) {
                held.remove((Integer) s.word());
                if (s.value() != 0) {
                    held.add(s.word());
                }
            }
        }
        return held;
    }

    /** The frame in a page's name, {@code cow@55d54+4}; -1 if it has none. */
    static int pfn(String symbol) {
        int at = symbol.indexOf('@');
        String hex = at < 0 ? "" : symbol.substring(at + 1).replaceFirst("\\+.*", "");
        return hex.matches("[0-9a-f]{1,5}") ? Integer.parseInt(hex, 16) : -1;
    }
}
