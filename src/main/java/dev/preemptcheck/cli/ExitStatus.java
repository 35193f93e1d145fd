package dev.preemptcheck.cli;

/**
 * The exit statuses of the whole tool, one table for every subcommand. {@code 130}, after Ctrl-C, is the JVM's own and
 * is not returned from here.
 */
public final class ExitStatus {
    /** The answer is the expected one: every row as expected, replayed, nothing broken. */
    public static final int AS_EXPECTED = 0;

    /** The answer is not the expected one: a row differs, a seed is gone, a result differs, the gate is shut. */
    public static final int DIFFERS = 1;

    /** Wrong usage or bad input; one line on standard error says what, where and how to mend it. */
    public static final int WRONG_USAGE = 2;

    /** No answer within the bounds. Undecided is never green. */
    public static final int UNDECIDED = 3;

    /** Our own fault; one line on standard error says what broke and where. */
    public static final int INTERNAL_ERROR = 4;

    private ExitStatus() {}
}
