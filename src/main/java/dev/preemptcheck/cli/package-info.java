/**
 * The command line: parses arguments, calls the packages below, prints, and turns the answer into an exit status.
 *
 * <p>Read {@link dev.preemptcheck.cli.PreemptCheck} first: it holds the list of subcommands. {@link
 * dev.preemptcheck.cli.ExitStatus} is the table that all of them answer from. Nothing depends on this package.
 */
@NullMarked
package dev.preemptcheck.cli;

import org.jspecify.annotations.NullMarked;
