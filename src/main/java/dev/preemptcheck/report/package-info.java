/**
 * What people read of a replay: the oops as that kernel prints it, the interleaving, the root cause, the trace. Read {@link
 * dev.preemptcheck.report.ReplayReport} first.
 */
@NullMarked
package dev.preemptcheck.report;

import org.jspecify.annotations.NullMarked;
