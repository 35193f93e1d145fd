/** The page-fault paths that clear and copy user pages through atomic mappings. Read {@link dev.preemptcheck.kernel.mm.FaultPaths} first. */
@NullMarked
package dev.preemptcheck.kernel.mm;

import org.jspecify.annotations.NullMarked;
