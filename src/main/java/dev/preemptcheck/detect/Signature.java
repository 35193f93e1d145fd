package dev.preemptcheck.detect;

import java.util.List;

/**
 * What makes two failures the same failure: stable across offsets, addresses and tasks.
 *
 * @param rule the detector that reports it ({@code D2}), or {@code BUG} when only the kernel's own words are known, as in a log
 * @param outcome what happened, for example {@code BUG-slot-busy(95)}, or {@code BUG} from a log
 * @param place source file and line, for example {@code include/asm/highmem.h:95}; empty when unknown
 * @param chain the functions on the stack, innermost first
 */
public record Signature(String rule, String outcome, String place, List<String> chain) {
    /** Copies the chain, so that a signature never changes. */
    public Signature {
        chain = List.copyOf(chain);
    }
}
