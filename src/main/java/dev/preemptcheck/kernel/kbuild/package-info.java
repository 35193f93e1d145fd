/**
 * The build of a kernel, as far as it decides what there is to link: which functions and words a configuration refers to, and
 * which objects define them. Read {@link dev.preemptcheck.kernel.kbuild.KernelTree} first.
 */
@NullMarked
package dev.preemptcheck.kernel.kbuild;

import org.jspecify.annotations.NullMarked;
