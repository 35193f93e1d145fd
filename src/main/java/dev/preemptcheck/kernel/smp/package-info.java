/**
 * What one processor makes the others do (fact S10, TL; S3, PC-lazy), and which one it is. Read {@link
 * dev.preemptcheck.kernel.smp.CallFunction} first.
 */
@NullMarked
package dev.preemptcheck.kernel.smp;

import org.jspecify.annotations.NullMarked;
