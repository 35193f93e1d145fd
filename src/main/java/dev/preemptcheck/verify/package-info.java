/**
 * The catalogue of what is expected, and how it compares with what the search says. Read
 * {@link dev.preemptcheck.verify.Catalogue} first.
 */
@NullMarked
package dev.preemptcheck.verify;

import org.jspecify.annotations.NullMarked;
