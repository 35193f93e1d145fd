package dev.preemptcheck.oops.message;

import java.util.List;

/**
 * The kernel messages of all logs.
 *
 * @param messages how many there are, repeats included
 * @param groups those that are the same, at most {@link MessageTally#GROUPS_MAX}
 * @param beyondGroups messages whose group came after that limit
 * @param quotedCopies copies of others that were quoted at another depth, not counted
 */
public record MessageFindings(long messages, List<Group> groups, long beyondGroups, long quotedCopies) {
    /**
     * Messages that are the same.
     *
     * @param first the first of them
     * @param times how often it was printed, or said to be repeated
     */
    public record Group(KernelMessage first, long times) {}

    /** Copies the list. */
    public MessageFindings {
        groups = List.copyOf(groups);
    }
}
