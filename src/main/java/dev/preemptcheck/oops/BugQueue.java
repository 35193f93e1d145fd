package dev.preemptcheck.oops;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * BUG lines of one host that wait for their register dump. The two can stand far apart and out of step: two BUG lines in a row, firewall
 * noise, then a dump whose BUG line came long before (fact 7.4, variant 2, 2.4.10-pre4). So they are paired first in, first out, and not by
 * adjacency. A verbose BUG pushes its line number, which stands third on the stack; where that singles out a waiting line, it is taken.
 */
final class BugQueue {
    static final int WAITING_MAX = 1000;

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long dropped;

    private static final class Waiting {
        private final BugLine line;
        private final long message;
        private long times = 1;

        Waiting(BugLine line, long message) {
            this.line = line;
            this.message = message;
        }
    }

    /** Puts a line, the host's n-th message, at the end; what it returns takes the repeats of that line. */
    Repeatable add(BugLine line, long message) {
        if (waiting.size() == WAITING_MAX) {
            dropped += waiting.removeFirst().times;
        }
        Waiting entry = new Waiting(line, message);
        waiting.addLast(entry);
        return times -> entry.times += times;
    }

    /**
     * Takes the line of a dump.
     *
     * @param pushedLine the third stack word, or -1 if the dump has none
     * @param message which of the host's messages begins the dump: a BUG line printed later is another's
     */
    @Nullable
    BugLine take(long pushedLine, long message) {
        Waiting first = null;
        for (Waiting entry : waiting) {
            if (entry.message < message && entry.times > 0) {
                if (entry.line.line() == pushedLine) {
                    return use(entry);
                }
                first = first == null ? entry : first;
            }
        }
        return first == null ? null : use(first);
    }

    private BugLine use(Waiting entry) {
        entry.times--;
        for (Iterator<Waiting> i = waiting.iterator(); i.hasNext(); ) {
            if (i.next().times == 0) {
                i.remove();
                break;
            }
        }
        return entry.line;
    }

    /** How many lines never met a dump. */
    long unpaired() {
        return dropped + waiting.stream().mapToLong(entry -> entry.times).sum();
    }
}
