package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * D3: no access goes through a TLB entry whose frame or rights are no longer those of the page table (fact 2.3: a
 * change of the accessed and dirty bits does not count).
 *
 * <p>A page-table entry of one processor is flushed there only, because nobody else can have used it. So its owner's
 * rule is broken as soon as a flush leaves an outdated copy in another processor's TLB, even if nobody gets to use it: the
 * {@code missed-flush}, a hazard (fact 6, S1 (e), HM-2: the id read before preemption is off).
 *
 * <p>Who shares an address space may use the old entry until the kernel has flushed it everywhere, if the kernel
 * {@linkplain dev.preemptcheck.hardware.KernelNotes#translationChanges says} that it is about to.
 */
public final class StaleTranslationDetector implements Detector {
    private static final int COUNTS = ~(PageTable.ACCESSED | PageTable.DIRTY);
    private static final int PLACE = DigestPlace.CHANGING_ENTRIES;

    private final Reporter reporter;
    /** By how many each entry is being changed, by the index of its word. */
    private int[] changing = {};

    private long remembered;

    public StaleTranslationDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D3";
    }

    @Override
    public void reset() {
        if (remembered != 0) {
            Arrays.fill(changing, 0);
        }
        remembered = 0;
    }

    @Override
    public void translationChanging(int cpu, int task, int pteWord, boolean begins) {
        if (pteWord >= changing.length) {
            changing = Arrays.copyOf(changing, Math.max(pteWord + 1, 2 * changing.length));
        }
        changing[pteWord] += begins ? 1 : -1;
        remembered += begins ? Hash.at(PLACE + pteWord, 1) : -Hash.at(PLACE + pteWord, 1);
    }

    private boolean isChanging(int pteWord) {
        return pteWord >= 0 && pteWord < changing.length && changing[pteWord] > 0;
    }

    @Override
    public void translated(int cpu, int task, int pteWord, int owner, long cached, long inMemory, boolean write) {
        if (outdated(cached, inMemory) && !isChanging(pteWord)) {
            reporter.failure(rule(), "stale-translation", "", task);
        }
    }

    @Override
    public void keptElsewhere(int cpu, int task, int owner, long cached, long inMemory) {
        if (owner >= 0 && outdated(cached, inMemory)) {
            reporter.hazard(rule(), "missed-flush", task);
        }
    }

    private static boolean outdated(long cached, long inMemory) {
        return ((cached ^ inMemory) & COUNTS) != 0;
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
