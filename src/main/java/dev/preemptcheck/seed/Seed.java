package dev.preemptcheck.seed;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Anchor;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.kernel.KernelConfig;
import java.util.List;

/**
 * A saved finding: what to run, how to schedule it, and what must come of it.
 *
 * @param scenario the set of programs, by name
 * @param config the kernel's configuration
 * @param patch the patch in force, or {@code none}
 * @param signature what is expected
 * @param trace digest of the run up to the finding
 * @param schedule the deviations, anchored by step
 * @param anchors the same deviations, anchored by position
 */
public record Seed(
        String scenario,
        KernelConfig config,
        String patch,
        Signature signature,
        long trace,
        Schedule schedule,
        List<Anchor> anchors) {
    public Seed {
        anchors = List.copyOf(anchors);
        if (anchors.size() != schedule.size()) {
            throw new IllegalArgumentException("every deviation has two anchors");
        }
    }
}
