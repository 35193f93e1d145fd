/**
 * The shape of kernel functions, as far as rule D6 looks at it: where they take and give back a level of the preempt count and
 * read their processor's number, under which conditions, and where they return. An implementation states its shape beside its
 * code. Read {@link dev.preemptcheck.kernel.shape.Shape} first.
 */
@NullMarked
package dev.preemptcheck.kernel.shape;

import org.jspecify.annotations.NullMarked;
