package dev.preemptcheck.explore;

/** A finding did not show when its own schedule was run again: the engine's fault, never a verdict. */
public final class NotRepeatableException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotRepeatableException(Finding finding) {
        super("a finding does not repeat, so it is the engine's own fault: " + finding.signature() + " by "
                + finding.schedule());
    }
}
