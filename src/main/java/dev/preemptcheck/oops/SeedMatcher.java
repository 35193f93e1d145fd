package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.oops.message.KernelMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the seeds that reproduce what a log shows. A seed does if its chain is equal, its place is equal where both are known,
 * and it ends in the same way: a BUG of the log needs a seed whose outcome is a BUG or that has a place, since only a BUG has
 * one.
 *
 * <p>For a message the rule must be the one that it tells of, the count equal where both say one, and the seed's chain the
 * inner end of the message's: a log goes on to the entry code and what was on the stack before.
 */
final class SeedMatcher {
    private final List<KnownSeed> seeds;

    SeedMatcher(List<KnownSeed> seeds) {
        this.seeds = List.copyOf(seeds);
    }

    /** How many seeds there are. */
    int size() {
        return seeds.size();
    }

    /** The seeds of a signature seen on the given kernel (empty if the log doesn't name it). */
    SeedMatch match(Signature seen, String kernelVersion) {
        List<KnownSeed> all = seeds.stream()
                .filter(seed -> reproduces(seed.signature(), seen))
                .toList();
        List<KnownSeed> same = all.stream()
                .filter(seed -> !kernelVersion.isEmpty() && seed.kernelVersion().equals(kernelVersion))
                .toList();
        if (!all.isEmpty()) {
            return new SeedMatch(same.isEmpty() ? all : same, !same.isEmpty(), null, List.of());
        }
        KnownSeed nearest = nearest(seen, kernelVersion);
        int common = nearest == null ? 0 : commonPrefix(nearest.signature().chain(), seen.chain());
        return new SeedMatch(List.of(), false, nearest, seen.chain().subList(0, common));
    }

    /** The seeds that break the rule a message tells of in the same functions. */
    SeedMatch match(KernelMessage message) {
        List<KnownSeed> told = seeds.stream()
                .filter(seed -> isToldBy(message, seed.signature()))
                .toList();
        return new SeedMatch(told, false, null, List.of());
    }

    private static boolean isToldBy(KernelMessage message, Signature seed) {
        List<String> chain = message.chain();
        boolean inside = !seed.chain().isEmpty()
                && commonPrefix(seed.chain(), chain) == seed.chain().size();
        CountFields count = message.count();
        boolean counts = count == null
                || seed.outcome().indexOf('(') < 0
                || seed.outcome().endsWith("(" + count.hex() + ")");
        return inside && seed.rule().equals(message.kind().rule()) && counts;
    }

    private static boolean reproduces(Signature seed, Signature seen) {
        boolean placesAgree =
                seed.place().isEmpty() || seen.place().isEmpty() || SourcePlace.same(seed.place(), seen.place());
        return !seen.chain().isEmpty()
                && seed.chain().equals(seen.chain())
                && placesAgree
                && isBug(seed) == isBug(seen);
    }

    private static boolean isBug(Signature signature) {
        return signature.outcome().startsWith("BUG") || !signature.place().isEmpty();
    }

    private @Nullable KnownSeed nearest(Signature seen, String kernelVersion) {
        KnownSeed best = null;
        int bestScore = 0;
        for (KnownSeed seed : seeds) {
            int common = commonPrefix(seed.signature().chain(), seen.chain());
            int score = 2 * common + (seed.kernelVersion().equals(kernelVersion) ? 1 : 0);
            if (common > 0 && score > bestScore) {
                best = seed;
                bestScore = score;
            }
        }
        return best;
    }

    private static int commonPrefix(List<String> a, List<String> b) {
        int length = 0;
        while (length < a.size() && length < b.size() && a.get(length).equals(b.get(length))) {
            length++;
        }
        return length;
    }
}
