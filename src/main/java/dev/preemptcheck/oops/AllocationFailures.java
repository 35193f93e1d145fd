package dev.preemptcheck.oops;

import java.util.List;

/**
 * The page allocator's failure messages of a log: {@code __alloc_pages: <order>-order allocation failed (gfp=0x<hex>/<0|1>).} (fact 7.3;
 * the part in parentheses since 2.4.10-pre).
 *
 * @param whole how often the whole message was logged, repeats included
 * @param truncated how often only a piece of it survived in the ring buffer (fact 7.2)
 * @param runs the messages in order, folded; bounded
 * @param runsNotListed how many further runs are only in the totals
 */
public record AllocationFailures(long whole, long truncated, List<Run> runs, long runsNotListed) {
    /** Copies the runs. */
    public AllocationFailures {
        runs = List.copyOf(runs);
    }

    /**
     * The same message logged in succession.
     *
     * @param time when the first was logged
     * @param host by which machine
     * @param order power of two of the pages asked for; -1 if that is lost
     * @param gfp the mask in hexadecimal, without {@code 0x}; empty for the old form
     * @param pfMemalloc the digit after the slash: 1 if the caller has PF_MEMALLOC; -1 for the old form
     * @param printed how many lines show it
     * @param repeats how many more {@code last message repeated} adds
     * @param truncated whether only a piece of the text survived
     */
    public record Run(
            String time,
            String host,
            int order,
            String gfp,
            int pfMemalloc,
            long printed,
            long repeats,
            boolean truncated) {
        /** {@code 1 + 93}, {@code 1 truncated}, {@code 5}: lines, and the repeats after them. */
        public String count() {
            return printed + (repeats > 0 ? " + " + repeats : "") + (truncated ? " truncated" : "");
        }
    }
}
