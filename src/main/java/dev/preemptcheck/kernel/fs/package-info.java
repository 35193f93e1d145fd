/** Files whose contents the kernel makes up while they are read (fact S7). Read {@link dev.preemptcheck.kernel.fs.SeqFile}. */
@NullMarked
package dev.preemptcheck.kernel.fs;

import org.jspecify.annotations.NullMarked;
