/**
 * Rules that watch a machine and say when one is broken. None is written for one scenario, each can be tested with a
 * trace written by hand. Read {@link dev.preemptcheck.detect.Detector} first.
 */
@NullMarked
package dev.preemptcheck.detect;

import org.jspecify.annotations.NullMarked;
