/**
 * Reads a syslog and triages the oopses in it: records, distinct signatures, root causes, and the saved seeds that reproduce them. Read
 * {@link dev.preemptcheck.oops.Triage} first; a log flows through {@link dev.preemptcheck.oops.LineSource}, {@link
 * dev.preemptcheck.oops.MailUnwrapper}, {@link dev.preemptcheck.oops.HostLog} and {@link dev.preemptcheck.oops.OopsDump}, and nothing on
 * that way holds more than a fixed number of lines.
 *
 * <p>Oopses are those of 2.4 kernels, decoded by klogd (facts 7.1 to 7.4). The complaints of kernels from 2.6.9 to today are read in {@link
 * dev.preemptcheck.oops.message}, latency traces in {@link dev.preemptcheck.latency}.
 */
@NullMarked
package dev.preemptcheck.oops;

import org.jspecify.annotations.NullMarked;
