package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;

/**
 * What triage needs to know of a saved seed.
 *
 * @param name the name that {@code preemptcheck replay} takes
 * @param kernelVersion the kernel it models, for example {@code 2.4.10-pre4}
 * @param signature the failure it reproduces
 */
public record KnownSeed(String name, String kernelVersion, Signature signature) {}
