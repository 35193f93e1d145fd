package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.kbuild.Link;

/**
 * What the linker said of a configuration.
 *
 * @param row the configuration
 * @param link what came of it
 * @param agreement whether that is what was expected; a link is never undecided
 */
public record LinkResult(LinkRow row, Link link, RowResult.Agreement agreement) {}
