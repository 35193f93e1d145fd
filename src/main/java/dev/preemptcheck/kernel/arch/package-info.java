/** What 2.4 keeps under arch/i386: interrupt and exception entry, with their return paths. Read {@link dev.preemptcheck.kernel.arch.InterruptEntry} first. */
@NullMarked
package dev.preemptcheck.kernel.arch;

import org.jspecify.annotations.NullMarked;
