package dev.preemptcheck.verify;

/** A class path that gives no scenarios to run: what is wrong with which part of it, in one line. */
public final class ClasspathException extends Exception {
    private static final long serialVersionUID = 1L;

    ClasspathException(String reason) {
        super(reason);
    }
}
