/** The modelled kernel's configuration and the words it is built from. Read {@link dev.preemptcheck.kernel.KernelConfig} first. */
@NullMarked
package dev.preemptcheck.kernel;

import org.jspecify.annotations.NullMarked;
