package dev.preemptcheck.oops;

/**
 * A line as the logging machine wrote it, out of quoting and wrapping.
 *
 * @param text the whole line
 * @param quoteDepth how deep the mail quoted it; 0 for a plain log
 * @param number the line of the file it starts in, from 1
 */
record LogicalLine(String text, int quoteDepth, long number) {}
