/** What 2.4 keeps under include/asm-i386: the atomic kernel mappings and their variants. Read {@link dev.preemptcheck.kernel.asm.AtomicKmap} first. */
@NullMarked
package dev.preemptcheck.kernel.asm;

import org.jspecify.annotations.NullMarked;
