package dev.preemptcheck.verify;

/** A user's own scenario, or kernel code that it brings along, threw something. The message is one line and names the class. */
public final class UserCodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UserCodeException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
