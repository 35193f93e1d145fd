package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StatelessExplorer} has made.
 *
 * @param complete executions to the end, where nobody could move: one for each class
 * @param deadlocks of these, the ones in which somebody still wanted to, though an interrupt might have helped
 * @param failed executions that a failing step has ended; how many depends on the order, but each kind is among them
 * @param inVain executions given up because all that follows is explored elsewhere
 * @param signatures what the detectors said, once each, in the order in which it was first found
 */
public record Classes(long complete, long deadlocks, long failed, long inVain, List<Signature> signatures) {
    public Classes {
        signatures = List.copyOf(signatures);
    }

    /** Counts them. */
    static final class Tally {
        private final List<Signature> signatures = new ArrayList<>();
        private long complete;
        private long deadlocks;
        private long failed;
        private long inVain;

        void complete(Subject.@Nullable Sighting failure, boolean deadlock) {
            complete++;
            deadlocks += deadlock ? 1 : 0;
            keep(failure);
        }

        void failed(Subject.@Nullable Sighting failure) {
            failed++;
            keep(failure);
        }

        void inVain() {
            inVain++;
        }

        private void keep(Subject.@Nullable Sighting failure) {
            if (failure != null && !signatures.contains(failure.signature())) {
                signatures.add(failure.signature());
            }
        }

        Classes total() {
            return new Classes(complete, deadlocks, failed, inVain, signatures);
        }
    }
}
