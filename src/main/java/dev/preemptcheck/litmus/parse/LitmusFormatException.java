package dev.preemptcheck.litmus.parse;

/** A text is no litmus test, or has a construct that is not modelled; the message names the construct, on one line. */
public final class LitmusFormatException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;

    LitmusFormatException(int line, String construct) {
        super(construct);
        this.line = line;
    }

    /** The line of the construct, from 1. */
    public int line() {
        return line;
    }
}
