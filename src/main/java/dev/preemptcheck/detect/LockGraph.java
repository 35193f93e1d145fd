package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * Which lock was waited for while which was held, and whether these close a circle.
 *
 * <p>A circle of waits is none if it leads through a lock that is held shared where it is waited for by a reader who passes
 * waiting writers: that reader would not wait. So each edge knows whether its lock is held shared and whether it is waited
 * for like that.
 */
final class LockGraph {
    static final int LOCKS_MAX = Long.SIZE;
    private static final int PLACE = DigestPlace.LOCK_GRAPH.first();
    /** Held alone or shared, times waited for by anybody or by such a reader. */
    private static final int KINDS = 4;

    private final long[] edges = new long[LOCKS_MAX * KINDS];
    private boolean empty = true;
    private long remembered;

    void reset() {
        if (!empty) {
            Arrays.fill(edges, 0);
            empty = true;
            remembered = 0;
        }
    }

    void add(int held, boolean shared, int wanted, boolean reader) {
        int from = index(held, shared, reader);
        if ((edges[from] & 1L << wanted) == 0) {
            edges[from] |= 1L << wanted;
            empty = false;
            remembered += Hash.at(PLACE + from, wanted);
        }
    }

    /** True if an edge from {@code held} to {@code wanted} would close a circle. */
    boolean closes(int held, boolean shared, int wanted, boolean reader) {
        long waited = reader ? 0 : 1L << wanted;
        long read = reader ? 1L << wanted : 0;
        for (; ; ) {
            long moreWaited = waited | targets(waited, read, false);
            long moreRead = read | targets(waited, read, true);
            long target = shared ? moreWaited : moreWaited | moreRead;
            if ((target & 1L << held) != 0) {
                return true;
            }
            if (moreWaited == waited && moreRead == read) {
                return false;
            }
            waited = moreWaited;
            read = moreRead;
        }
    }

    /** What is waited for by who holds one of those: a lock reached as a reader must be held alone to go on from. */
    private long targets(long waited, long read, boolean reader) {
        long targets = 0;
        for (long rest = waited | read; rest != 0; rest &= rest - 1) {
            int lock = Long.numberOfTrailingZeros(rest);
            targets |= edges[index(lock, false, reader)];
            if ((waited & 1L << lock) != 0) {
                targets |= edges[index(lock, true, reader)];
            }
        }
        return targets;
    }

    private static int index(int held, boolean shared, boolean reader) {
        return held * KINDS + (shared ? 2 : 0) + (reader ? 1 : 0);
    }

    long fingerprint() {
        return remembered;
    }
}
