package dev.preemptcheck.cli;

import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.Workers;

/** Tells how far the search of a row is, and finds help for one that takes long. */
record RowProgress(ProgressLine line, String row, Workers workers) implements Progress {
    @Override
    public void at(long executions, long states, long waiting) {
        line.at(row, executions);
    }

    @Override
    public void wantsHelp(Runnable help) {
        workers.offer(help);
    }
}
