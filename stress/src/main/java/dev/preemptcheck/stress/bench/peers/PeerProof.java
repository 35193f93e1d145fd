package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;

/**
 * Searches one of the {@link PeerPrograms} through, in a JVM that does nothing else, and prints a line:
 *
 * <pre>
 * P6-3x4 proved executions=123 states=45 millis=67 heap-mib=8
 * </pre>
 *
 * <p>The time is that from the beginning of {@code main}; the memory is the most that the heap's pools ever held.
 */
public final class PeerProof {
    private PeerProof() {}

    /** Takes the name of a program. */
    public static void main(String[] args) {
        long start = System.nanoTime();
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: PeerProof PROGRAM");
        }
        Verdict verdict = prove(PeerPrograms.named(args[0]));
        long nanos = System.nanoTime() - start;
        System.out.printf(
                Locale.ROOT,
                "%s %s executions=%d states=%d millis=%d heap-mib=%d%n",
                args[0],
                word(verdict),
                verdict.executions(),
                states(verdict),
                nanos / 1_000_000,
                peakHeap() >>> 20);
    }

    /** Decides whether the program can go wrong. */
    static Verdict prove(PeerProgram program) {
        try (Subject subject = new Subject(program, Carrier.best())) {
            return new Explorer(subject, new Bounds(0, 0), SearchOptions.FIRST).explore(Progress.UNWATCHED);
        }
    }

    private static String word(Verdict verdict) {
        if (verdict instanceof Verdict.Refuted refuted) {
            return "refuted:" + refuted.findings().get(0).signature().violation();
        }
        return verdict instanceof Verdict.Proved ? "proved" : "undecided";
    }

    private static long states(Verdict verdict) {
        if (verdict instanceof Verdict.Proved proved) {
            return proved.states();
        }
        return verdict instanceof Verdict.Refuted refuted ? refuted.states() : ((Verdict.Open) verdict).states();
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
