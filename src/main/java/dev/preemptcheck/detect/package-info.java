/** Detectors and what they report; {@link dev.preemptcheck.detect.Signature} is the identity of a failure. */
@NullMarked
package dev.preemptcheck.detect;

import org.jspecify.annotations.NullMarked;
