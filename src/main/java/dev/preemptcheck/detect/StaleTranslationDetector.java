package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.PageTable;

/**
 * D3: no access goes through a TLB entry whose frame or rights are no longer those of the page table (fact 2.3: a
 * change of the accessed and dirty bits does not count).
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
    public void translated(int cpu, int task, int pteWord, int cached, int inMemory, boolean write) {
        if (((cached ^ inMemory) & COUNTS) != 0) {
            reporter.failure(rule(), "stale-translation", "", task);
        }
    }
}
