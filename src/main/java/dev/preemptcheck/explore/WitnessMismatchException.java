package dev.preemptcheck.explore;

/** Two states with one fingerprint would go on differently: the fingerprint forgets something. Never a verdict. */
public final class WitnessMismatchException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    WitnessMismatchException(long fingerprint) {
        super("the engine took two states for one (fingerprint " + Long.toHexString(fingerprint)
                + "): its fingerprint is incomplete, so this search proves nothing");
    }
}
