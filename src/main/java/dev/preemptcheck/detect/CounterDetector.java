package dev.preemptcheck.detect;

/**
 * D12: a counter never drops below zero, whatever operation does it. By its result, not by what was read before it: of two
 * that take one from 1, each has read 1 (fact S10, AT-0 to AT-2).
 */
public final class CounterDetector implements Detector {
    private final Reporter reporter;

    public CounterDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D12";
    }

    @Override
    public void counterChanged(int cpu, int task, int before, int after) {
        if (after < 0 && after < before) {
            reporter.failure(rule(), "below-zero", "", task);
        }
    }
}
