/** Softirqs, {@code ksoftirqd} and bottom halves (fact 3.2, S5). Read {@link dev.preemptcheck.kernel.softirq.Softirqs} first. */
@NullMarked
package dev.preemptcheck.kernel.softirq;

import org.jspecify.annotations.NullMarked;
