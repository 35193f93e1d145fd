package dev.preemptcheck.litmus.parse;

/** Numbers the SRCU read-side sections of a text. */
final class SrcuSections {
    private int count;

    int next() {
        return count++;
    }

    int count() {
        return count;
    }
}
