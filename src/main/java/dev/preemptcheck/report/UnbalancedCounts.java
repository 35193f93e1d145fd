package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The steps that bring a preempt count out of balance: what was taken and not given back, or given back and not taken.
 * Sections nest, so that what is given back is what was taken last.
 */
final class UnbalancedCounts {
    private UnbalancedCounts() {}

    /** Numbers of those steps that change {@code word}, ascending. */
    static List<Integer> of(List<Step> steps, int word) {
        Deque<Integer> taken = new ArrayDeque<>();
        List<Integer> unbalanced = new ArrayList<>();
        int before = 0;
        boolean known = false;
        for (Step s : steps) {
            if (s.word() != word || !StepText.changesCount(s)) {
                continue;
            }
            // A new task starts with a count of 1, which its first step gives back.
            boolean up = known ? s.value() > before : s.value() > 0;
            if (up) {
                taken.addLast(s.number());
            } else if (!taken.isEmpty()) {
                taken.removeLast();
            } else if (known || s.value() < 0) {
                unbalanced.add(s.number());
            }
            before = s.value();
            known = true;
        }
        unbalanced.addAll(taken);
        return unbalanced.stream().sorted().toList();
    }
}
