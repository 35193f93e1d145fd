package dev.preemptcheck.hardware;

/**
 * Takes a strand's Java stack down after its run has ended. Not a failure of anything: kernel code must let it pass,
 * and any access on the way rethrows it, so {@code catch} and {@code finally} can't move a dead machine.
 */
public final class Unwind extends Error {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace, and one is thrown for every run
    static final Unwind INSTANCE = new Unwind();

    private Unwind() {
        super("the run is over", null, false, false);
    }
}
