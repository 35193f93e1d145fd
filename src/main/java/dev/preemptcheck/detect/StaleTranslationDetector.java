package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.PageTable;

/**
 * D3: no access goes through a TLB entry whose frame or rights are no longer those of the page table (fact 2.3: a
 * change of the accessed and dirty bits does not count).
 *
 * <p>A page-table entry of one processor is flushed there only, because nobody else can have used it. So its owner's
 * rule is broken as soon as a flush leaves an outdated copy in another processor's TLB, even if nobody gets to use it: the
 * {@code missed-flush}, a hazard (fact 6, S1 (e), HM-2: the id read before preemption is off).
 */
public final class StaleTranslationDetector implements Detector {
    private static final int COUNTS = ~(PageTable.ACCESSED | PageTable.DIRTY);

    private final Reporter reporter;

    public StaleTranslationDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D3";
    }

    @Override
    public void translated(int cpu, int task, int pteWord, int owner, long cached, long inMemory, boolean write) {
        if (outdated(cached, inMemory)) {
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
}
