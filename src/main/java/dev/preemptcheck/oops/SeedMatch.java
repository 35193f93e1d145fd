package dev.preemptcheck.oops;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The saved seeds that go with a signature of a log.
 *
 * @param reproducing the seeds that reproduce it; of the log's own kernel version where there are such; empty if it is unknown
 * @param sameKernel whether they model the kernel version that the log names
 * @param nearest for an unknown signature the seed with the longest common chain; null if none has a function in common
 * @param commonChain what the nearest seed has in common with it, innermost first
 */
public record SeedMatch(
        List<KnownSeed> reproducing,
        boolean sameKernel,
        @Nullable KnownSeed nearest,
        List<String> commonChain) {
    /** Copies the lists. */
    public SeedMatch {
        reproducing = List.copyOf(reproducing);
        commonChain = List.copyOf(commonChain);
    }

    /** Whether a seed reproduces it. */
    public boolean isKnown() {
        return !reproducing.isEmpty();
    }

    /** The one rule and outcome that all reproducing seeds share, for example {@code D2 BUG-slot-busy(95)}; empty if there is none. */
    public String sharedRule() {
        List<String> rules = reproducing.stream()
                .map(seed -> seed.signature().rule() + " " + seed.signature().outcome())
                .distinct()
                .toList();
        return rules.size() == 1 ? rules.get(0) : "";
    }
}
