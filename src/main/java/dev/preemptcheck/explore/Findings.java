package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What a search has found: of each signature the finding with the least schedule. They outlive rounds, for they are real. */
final class Findings {
    /** Failures before hazards, then the least schedule. */
    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::hazard)
            .thenComparing(Finding::schedule)
            .thenComparing(f -> f.signature().toString());

    private final Map<Signature, Finding> found = new LinkedHashMap<>();

    boolean isEmpty() {
        return found.isEmpty();
    }

    void keep(Finding finding) {
        found.merge(
                finding.signature(), finding, (old, now) -> now.schedule().compareTo(old.schedule()) < 0 ? now : old);
    }

    /** Rules that were broken without harm, in the order in which that was first seen. */
    List<Finding> hazards() {
        return found.values().stream().filter(Finding::hazard).toList();
    }

    /** How many deviations the shortest schedule of such a finding has, or the largest number if there is none. */
    int leastSize(Predicate<Finding> wanted) {
        return found.values().stream()
                .filter(wanted)
                .mapToInt(f -> f.schedule().size())
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    List<Finding> inOrder() {
        List<Finding> findings = new ArrayList<>(found.values());
        findings.sort(ORDER);
        return findings;
    }
}
