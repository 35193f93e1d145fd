/**
 * The mixing that all digests of machine state are made of. It knows nobody, so that the parts of the machine which have a
 * package of their own and the machine that holds them can both use it.
 */
@NullMarked
package dev.preemptcheck.hardware.digest;

import org.jspecify.annotations.NullMarked;
