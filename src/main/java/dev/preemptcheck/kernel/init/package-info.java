/** Wires a kernel together from a configuration. Read {@link dev.preemptcheck.kernel.init.Kernel}. */
@NullMarked
package dev.preemptcheck.kernel.init;

import org.jspecify.annotations.NullMarked;
