package dev.preemptcheck.oops;

import java.io.IOException;

/** A log that can't be read. The message is one line: which input, what is wrong with it, and how to mend it. */
public final class UnreadableLogException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableLogException(String message) {
        super(message);
    }

    UnreadableLogException(String message, Throwable cause) {
        super(message, cause);
    }
}
