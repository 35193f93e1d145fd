package dev.preemptcheck.seed;

/** A seed file that can't be used: which line, and why. */
public final class SeedFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    SeedFormatException(String file, int line, String reason) {
        super(file + ":" + line + ": " + reason);
    }
}
