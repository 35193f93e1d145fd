package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;

/**
 * All oopses of one signature on one kernel.
 *
 * @param number from 1, in the order of first appearance
 * @param signature what they share
 * @param kernelVersion the kernel, empty if the log doesn't name it
 * @param oopses how many
 * @param first the first of them
 * @param match the seeds
 */
public record SignatureGroup(
        int number, Signature signature, String kernelVersion, long oopses, OopsRecord first, SeedMatch match) {}
